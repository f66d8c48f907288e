// The pictures of the capture screens that a change of a preset changes, before and after, drawn by the screens' own
// code. They are looked for when somebody comes near them, and in small pieces, so that the page never waits.
import { languages, type Language } from '../sdk/screens/language'
import { element } from './dom'
import { ask } from './limit'
import { compared, type Changed, type Comparison } from './presetpictures/compare'
import { fit } from './presetpictures/fit'
import { languagesOf, row } from './presetpictures/row'
import { languageName } from './presetpreview/names'
import { n, t } from './words'

/** How long one piece of work may take, in milliseconds. */
const slice = 8

function mount(): void {
  for (const root of document.querySelectorAll<HTMLElement>('[data-fit][hidden]')) fit(root)
  for (const root of document.querySelectorAll<HTMLElement>('[data-pictures]')) {
    if ('mounted' in root.dataset) continue
    root.dataset.mounted = ''
    root.hidden = false
    say(root, t('Looking for the screens that change…'))
    const near = new IntersectionObserver(entries => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      near.disconnect()
      look(root).catch(() => say(root, t('The pictures could not be loaded. Reload the page.')))
    }, { rootMargin: '600px' })
    near.observe(root)
  }
}

async function look(root: HTMLElement): Promise<void> {
  const headers = { Accept: 'application/json' }
  const answer = await ask(root.dataset.pictures ?? '', { headers })
  if (!answer?.ok) throw new Error(String(answer?.status))
  const of = await answer.json() as Comparison
  const all = await found(of)
  const different = all.filter(one => one.languages.length > 0)
  const same = all.filter(one => one.languages.length === 0)
  say(root, textOf(different.length, same.length) + spoken(of))
  if (all.length > 0) offer(root, of, [...different, ...same])
}

/** Says how many screens look different, and that those which look the same are shown all the same. */
function textOf(different: number, same: number): string {
  const looks = different === 0 ? t('No screen looks different.')
    : n(different, '1 screen looks different.', '%s screens look different.')
  if (same === 0) return looks
  return looks + ' ' + n(same, '1 screen looks the same: what changed decides when it comes, or for how long.',
    '%s screens look the same: what changed decides when they come, or for how long.')
}

/** Says that the screens come in another language; nothing where they do not. They are compared in each language. */
function spoken({ before, after }: Comparison): string {
  const [from, to] = [before, after].map(({ values }) => languageName(String(values.language ?? 'EN')))
  return from === to ? '' : ' ' + t('Applicants see the screens in %s, before in %s.', to, from)
}

function say(root: HTMLElement, text: string): void {
  root.querySelector('[role=status]')?.replaceChildren(text)
}

/** Looks for the changed screens, a piece at a time. */
function found(of: Comparison): Promise<Changed[]> {
  const work = compared(of)
  return new Promise((done, failed) => {
    const step = () => {
      try {
        const until = performance.now() + slice
        for (;;) {
          const next = work.next()
          if (next.done) return done(next.value)
          if (performance.now() > until) return void setTimeout(step)
        }
      } catch (error) {
        failed(error)
      }
    }
    step()
  })
}

/** Shows the screens, and buttons for the languages: all of them small, or one large. */
function offer(root: HTMLElement, of: Comparison, all: Changed[]): void {
  const buttons = root.querySelector('[data-languages]')
  const list = root.querySelector('ol')
  const choose = (chosen?: Language) => {
    list?.classList.toggle('large', Boolean(chosen))
    list?.replaceChildren(...all.map(one => row(of, one, chosen ? [chosen] : languages)))
    for (const button of buttons?.querySelectorAll('button') ?? []) {
      button.setAttribute('aria-pressed', String(button.value === (chosen ?? '')))
    }
  }
  const button = (value: Language | '', name: string) => {
    const made = element('button', { type: 'button', value }, name)
    made.addEventListener('click', () => choose(value || undefined))
    return made
  }
  const each = languagesOf(all).map(one => button(one, languageName(one)))
  if (each.length > 0) buttons?.replaceChildren(button('', t('All languages')), ...each)
  choose()
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', mount)
else mount()
