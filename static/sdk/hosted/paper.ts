// Draws the sheets of the hosted capture page.
import { make } from '../screens/dom'
import { languages, tags, type Language } from '../screens/language'
import { offerSheet, type Offer } from './offer'
import css from './paper.css'
import { button, load, loading, noted } from './parts'
import { handoverSheet, type Handing } from './sheets'
import { names, say, type Own, type Saying } from './words'

/** What the page shows at a time. */
export type Sheet =
  | Handing
  | { kind: 'wait', text: Saying, note?: Saying }
  | { kind: 'locating', skip(): void }
  | Offer
  | { kind: 'left', begun: boolean, until: string, back(): void }
  | { kind: 'failed', text: Saying, begun: boolean, again(): void }
  | { kind: 'elsewhere', here(): void }
  | { kind: 'ended', text: Saying }
  | { kind: 'done', returnURL?: string, phone?: boolean }

/** The page's content, in one language at a time. */
export class Paper {
  company = ''
  private readonly main = make('main')
  shown?: Sheet // at present

  constructor(body: HTMLElement, public language: Language, private readonly changed: () => void = () => {}) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [sheet]
    body.replaceChildren(this.main)
  }

  /** Draws a sheet, and takes the focus to its heading, which is read out, unless a language is being chosen. */
  draw(sheet: Sheet): void {
    this.shown = sheet
    document.documentElement.lang = tags[this.language]
    const [title, ...rest] = this.content(sheet)
    const choosing = document.activeElement?.tagName === 'SELECT'
    title.tabIndex = -1
    this.main.className = sheet.kind
    this.main.setAttribute('aria-busy', String(sheet.kind === 'wait'))
    const head = this.head(sheet)
    this.main.replaceChildren(head, title, ...rest)
    document.title = title.textContent + (this.company && ' · ' + this.company)
    const shown = choosing && sheet.kind !== 'wait' ? head.querySelector('select')! : title
    shown.focus()
  }

  /** Draws a sheet that changes by itself: where it is shown already, only what differs, which is read out. */
  keep(sheet: Handing): void {
    if (this.shown?.kind !== sheet.kind) return this.draw(sheet)
    this.shown = sheet
    for (const made of this.content(sheet)) {
      const old = this.main.querySelector(made.tagName === 'IMG' ? 'img' : `[data-live="${made.dataset.live}"]`)
      if (old instanceof HTMLImageElement) {
        old.src = (made as HTMLImageElement).src
        old.hidden = made.hidden
      }
      else if (old && old.textContent !== made.textContent) old.replaceChildren(...made.childNodes)
    }
  }

  /** Shows while the page waits which share is there, from 0 to 1, of what it loads or sends. */
  load(share: number, of: Saying = 'loaded'): void {
    load(this.main, share, this.say(of), tags[this.language])
  }

  /** Changes what a sheet that waits says below its bar, where it says something. */
  note(text: Saying): void {
    this.main.querySelector('[data-live=note]')?.replaceChildren(this.say(text))
  }

  private say(text: Saying, own?: Own): string { return say(text, this.language, this.company, own) }

  private content(sheet: Sheet): HTMLElement[] {
    switch (sheet.kind) {
      case 'wait': return [
        make('h1', '', this.say(sheet.text)), ...loading(this.say(sheet.text)),
        ...(sheet.note ? [noted(this.say(sheet.note))] : []),
      ]
      case 'locating': return [
        make('h1', '', this.say('locating')), make('p', 'soft', this.say('locatingText')),
        this.button('plain', 'noPlace', sheet.skip),
      ]
      case 'offer': return offerSheet(sheet, text => this.say(text, { days: sheet.of.captureDays }))
      case 'left': return [
        make('h1', '', this.say(sheet.begun ? 'later' : 'left')),
        make('p', '', this.say('leftUntil', { until: this.time(sheet.until) })),
        this.button('main', 'goBack', sheet.back),
      ]
      case 'failed': return [
        make('h1', '', this.say('notYet')), make('p', '', this.say(sheet.text)),
        ...(sheet.begun ? [make('p', 'soft', this.say('kept'))] : []),
        this.button('main', 'again', sheet.again),
      ]
      case 'elsewhere': return [
        make('h1', '', this.say('otherTab')), make('p', '', this.say('otherTabText')),
        this.button('main', 'goOnHere', sheet.here),
      ]
      case 'ended': return [make('h1', '', this.say('ended')), make('p', '', this.say(sheet.text))]
      case 'done': return this.done(sheet)
      default: return handoverSheet(sheet, text => this.say(text), text => this.time(text))
    }
  }

  private done({ returnURL, phone }: Extract<Sheet, { kind: 'done' }>): HTMLElement[] {
    const shown = [make('h1', '', this.say('done')), make('p', '', this.say('doneText'))]
    if (phone) return [...shown, make('p', 'soft', this.say('doneDesk'))]
    if (!returnURL) return [...shown, make('p', 'soft', this.say('close'))]
    const back = make('a', 'main', this.say('return'))
    back.href = returnURL
    return [...shown, back]
  }

  private head(sheet: Sheet): HTMLElement {
    const choice = make('select')
    choice.disabled = sheet.kind === 'wait' // what is under way has its language
    choice.setAttribute('aria-label', this.say('language'))
    for (const one of languages) choice.append(new Option(names[one], one, false, one === this.language))
    choice.onchange = () => {
      this.language = choice.value as Language
      this.changed()
      if (this.shown) this.draw(this.shown)
    }
    return make('header', '', make('strong', '', this.company), choice)
  }

  private button(kind: string, text: Saying, act: () => void): HTMLElement {
    return button(kind, this.say(text), act)
  }

  private time(text: string): string {
    const form = new Intl.DateTimeFormat(tags[this.language], { dateStyle: 'long', timeStyle: 'short' })
    return form.format(new Date(text))
  }
}
