// Keeps what is typed into a form and not sent in this browser, for its agent alone: neither a reload nor a page that
// gives way to another one loses it. The editor of presets and the decision bar keep theirs themselves, but for what is
// typed there to ask the applicant again.
import { leftover } from './choice'
import { element, pageRoot } from './dom'
import { bar, type Changed, changedOf, fillIn, holdsSecret, reset } from './formfields'
import { newKey } from './formkey'
import { place } from './place'
import { keysOf, local, put, stored } from './storage'
import { t } from './words'

const keptElsewhere = '[data-preset] form'

const ofAgent = () => `form.${pageRoot()?.dataset.agent ?? ''}.`
const ofPage = () => ofAgent() + location.pathname + ' '

// Two windows may show one form, so each keeps its own words, under a name that outlives a reload.
window.name ||= newKey()
const ofWindow = ' #'

// Forms of a page that have the same action differ in what they are about.
const changing = ['csrf', 'claim', 'version', 'back', 'key']
const about = (form: HTMLFormElement) => (
  [...form.querySelectorAll<HTMLInputElement>('[type=hidden]')].filter(field => !changing.includes(field.name))
    .map(field => field.value).join()
)
const nameOf = (form: HTMLFormElement) => (
  `${ofPage()}${form.getAttribute('action')} ${form.matches(bar) || about(form)}`
)
const keyOf = (form: HTMLFormElement) => nameOf(form) + ofWindow + window.name

const mayKeep = (form: HTMLFormElement) => (
  form.method === 'post' && !form.matches(keptElsewhere) && Boolean(pageRoot()?.dataset.agent)
)

const read = (key: string) => [stored(local, key)].flat().filter(Array.isArray) as Changed[]

// Forms whose words the browser's storage has no room for.
const unkept = new WeakSet<HTMLFormElement>()

function keep(form: HTMLFormElement): void {
  if (!mayKeep(form)) return
  const changed = changedOf(form)
  if (changed.length === 0) local.removeItem(keyOf(form))
  if (changed.length === 0 || put(local, keyOf(form), changed)) {
    if (unkept.delete(form)) place(form, '')
  } else {
    unkept.add(form)
    place(form, t('This browser’s storage is full. What you type here is not kept: send it before you leave the page.'))
  }
}

/** Returns what removes what is kept of a form, once this was sent, unless more has been typed meanwhile. */
export function sentWords(form: HTMLFormElement, submitter: HTMLElement | null): () => void {
  if (form.matches(bar) && !submitter?.closest('.ask')) return () => {}
  const key = keyOf(form)
  const sent = local.getItem(key)
  return () => {
    if (local.getItem(key) === sent) local.removeItem(key)
    sentForms.add(form)
  }
}

const sentForms = new WeakSet<HTMLElement>()

/** Returns the page of the agent's words that were not sent; none where there are none. */
export function unsentPage(): string | undefined {
  return keysOf(local, ofAgent())[0]?.slice(ofAgent().length).split(' ')[0]
}

/** Removes all words of the agent. */
export function dropWords(): void {
  for (const key of keysOf(local, ofAgent())) local.removeItem(key)
}

/** Puts the words of a key back into a form, which keeps them from now on. */
function putBack(form: HTMLFormElement, key: string): void {
  const { filled, newer } = fillIn(form, read(key))
  local.removeItem(key)
  keep(form)
  if (!filled) return
  const discard = () => {
    local.removeItem(keyOf(form))
    reset(form)
    place(form, '')
  }
  const now = newer.filter(Boolean).join(' · ')
  place(form, now ? t('Not sent yet: what you typed before. Saved meanwhile: %s', now)
    : t('Not sent yet: what you typed before.'), [
    element('button', { type: 'button', onclick: discard }, t('Discard')),
  ], 'kept')
}

/**
 * Puts words back into the forms of a page: those of this window, else of another one. Words of a form that is gone,
 * and those of other windows besides, are shown, so that they can be copied.
 */
export function formWords(root: HTMLElement): void {
  const others = new Set(keysOf(local, ofPage()))
  for (const form of [...root.querySelectorAll<HTMLFormElement>('form')].filter(mayKeep)) {
    const ofForm = nameOf(form) + ofWindow
    const key = [keyOf(form), ...others].find(other => others.has(other) && other.startsWith(ofForm))
    if (!key) continue
    others.delete(key)
    putBack(form, key)
  }
  const words = [...others].flatMap(read).filter(([name, now]) => now && !name.includes('=')).map(([, now]) => now)
  if (words.length === 0) return
  leftover(root, words.join('\n'), () => { for (const key of others) local.removeItem(key) })
}

/** Listens to what is typed, and warns before a page is left with words that are not kept, such as secrets. */
export function keepWords(): void {
  for (const type of ['input', 'change']) {
    document.addEventListener(type, event => {
      const { form } = event.target as HTMLInputElement
      if (form) keep(form)
    })
  }
  addEventListener('beforeunload', event => {
    const forms = pageRoot()?.querySelectorAll<HTMLFormElement>('form') ?? []
    const lost = (form: HTMLFormElement) => holdsSecret(form) || unkept.has(form)
    if ([...forms].some(form => mayKeep(form) && !sentForms.has(form) && lost(form))) event.preventDefault()
  })
}
