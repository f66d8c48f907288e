// Keeps what is typed into the decision bar: in this browser with every key, before anything else can happen, and on
// the server half a second later. What was typed here and what was saved elsewhere meet when the page opens.
import { onReached } from './connection'
import { choice } from './choice'
import { chosen, filledOf, heard, type Kept, opened, refused, same, seeing, typed } from './draft'
import { nameOutcome, nameSeen, read, savedFields, savedOf, withEarly, write, written } from './draftform'
import { savedText, signInAgain, tellStorage, unsavedText } from './draftstatus'
import { isStored, onKept, readKept, wasRemoved, writeKept } from './draftstore'
import { newKey } from './formkey'
import { requestOf } from './htmxrequest'
import { count } from './locale'
import { flash } from './news'
import { post } from './page'
import { isSending } from './sending'
import { t } from './words'

const saveDelay = 500
const retryTime = 30_000 // ms after which a server that refused to save is asked again

/** Mounts the drafts on the decision form of a page. */
export function drafts(root: HTMLElement, signal: AbortSignal): void {
  const form = root.querySelector<HTMLFormElement>('#decision')
  if (!form) return
  const { job = '', rev = '', seen = '', savedAt = '0' } = form.dataset
  const claim = (form.elements.namedItem('claim') as HTMLInputElement).value
  const status = form.querySelector<HTMLElement>('[data-saved]')
  const say = (...text: Array<string | Node>) => status?.replaceChildren(...text)
  let timer = 0
  let saving: Promise<void> = Promise.resolve()
  const before = readKept(job)
  let known = withEarly(form, opened(before, { ...written(form), rev, seen: seen.split(' '), at: Number(savedAt) }))

  const keep = (words = true) => {
    const stored = isStored(job)
    writeKept(job, known, words)
    if (stored && isStored(job)) return
    tellStorage()
    if (known.unsaved) say(unsavedText(job))
  }
  const schedule = (delay = saveDelay) => {
    clearTimeout(timer)
    if (!signal.aborted) timer = setTimeout(saveNow, delay)
  }
  const saveNow = () => {
    clearTimeout(timer)
    if (known.unsaved && !known.others.length) saving = saving.then(save)
  }

  async function save(): Promise<void> {
    if (!known.unsaved || known.others.length > 0 || wasRemoved(job)) return
    if (isSending(form!)) return schedule() // once it is decided the server takes no draft
    const name = newKey()
    known = seeing(known, name)
    keep(false)
    const sent = known
    const answer = await post(`/jobs/${job}/draft`, savedFields(sent, name, claim))
    if (wasRemoved(job)) return // decided or signed out meanwhile
    // A page that is left has no say once the job's next one has changed anything.
    if (signal.aborted && (!answer?.ok || readKept(job)?.writes.at(-1) !== sent.writes.at(-1))) return
    if (answer?.ok) {
      known = { ...known, base: sent, baseRev: name, unsaved: !same(known, sent) }
      keep(false)
      say(savedText(job, known))
      if (!signal.aborted && !(await answer.json() as { held: boolean }).held) form!.dispatchEvent(new Event('lost'))
    } else if (answer?.status === 409) {
      const server = await savedOf(answer)
      const kept = readKept(job) // another tab may have typed what this one has not heard of yet
      adopt(refused(kept ? heard(known, kept) : known, server))
    } else {
      say(unsavedText(job, answer?.status))
      if (answer?.status === 401) say(...signInAgain())
    }
    const again = answer?.ok || answer?.status === 409
    if (known.unsaved && again) schedule()
    else if (known.unsaved && answer && (answer.status >= 429 || answer.status === 401)) schedule(retryTime)
  }

  /** Shows and keeps another state of the draft, with the question that it may bring. */
  function adopt(next: Kept, words = true): void {
    known = next
    write(form!, known)
    nameOutcome(form!)
    if (words) keep()
    ask()
    if (known.unsaved) schedule()
  }

  function ask(): void {
    choice(root, known, version => adopt(chosen(readKept(job), known, version, Date.now(), newKey())))
  }

  const changed = () => {
    const mine = read(form)
    known = typed(readKept(job), known, mine, Date.now(), newKey())
    keep()
    if (!same(known, mine)) write(form, known)
    if (known.others.length) ask()
    schedule()
    const full = [...form.querySelectorAll('textarea')].find(field => field.value.length >= field.maxLength)
    if (full) say(t('limit of %s characters reached', count(full.maxLength)))
  }
  const isOurs = (event: Event) => requestOf(event).sourceElement === form
  // What is typed is in this browser, and the server takes it with or without a claim: no action waits for that. A
  // decision has all of it, and names each version that is on its way.
  const saveBefore = (event: Event) => { if (!isOurs(event)) saveNow() }
  const submitted = (event: Event) => {
    clearTimeout(timer)
    if (known.unsaved) say(unsavedText(job))
    nameSeen(form, [...known.seen, ...readKept(job)?.seen ?? []])
    if (!known.others.length) return
    event.preventDefault()
    event.stopImmediatePropagation()
    ask()
    root.querySelector<HTMLElement>('.choice button')?.focus()
    flash(t('Choose first which text to keep.'))
  }
  const answered = (event: Event) => {
    const { request, response } = requestOf(event)
    if (!isOurs(event)) return
    const sent = filledOf(request.body ?? new URLSearchParams())
    const now = readKept(job) ?? known // what another tab has typed meanwhile counts too
    const all = same(sent, known) && same(sent, now) && !now.others.length
    if (response && response.status < 400 && all) writeKept(job, null)
  }
  const over = (event: Event) => { if (isOurs(event) && known.unsaved) schedule() }
  const heardOf = (kept: Kept | null) => {
    if (kept) adopt(heard(known, kept), heard(known, kept) !== kept)
  }

  if (known.unsaved || !same(read(form), known)) adopt(known)
  else if (before) keep(!same(before, known)) // what this browser keeps is of what the server has by now
  if (known.others.length > 0) ask()
  nameOutcome(form)
  form.addEventListener('input', changed)
  form.addEventListener('change', () => nameOutcome(form))
  form.addEventListener('submit', submitted, { capture: true })
  onKept(job, signal, heardOf)
  onReached(signal, saveNow)
  window.addEventListener('beforeunload', event => {
    if (known.unsaved && !isStored(job)) event.preventDefault()
  }, { signal })
  window.addEventListener('pagehide', saveNow, { signal })
  document.addEventListener('visibilitychange', saveNow, { signal })
  document.addEventListener('htmx:before:request', saveBefore, { signal })
  document.addEventListener('htmx:after:request', answered, { signal })
  document.addEventListener('htmx:finally:request', over, { signal })
  signal.addEventListener('abort', () => clearTimeout(timer))
}
