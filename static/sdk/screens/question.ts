// What an applicant is asked between captures: whether to go on with what was captured before the page was loaded
// again, and for a second ID.
import { button, make } from './dom'
import type { Options } from './options'
import { adopt } from './style'
import { say, tags, type Word } from './words'

/** The texts of each question, and what its second button asks for. */
const asked = {
  kept: { title: 'goOn', text: 'kept', yes: 'yes', no: 'anew', action: 'retry' },
  second: { title: 'second', text: 'secondText', yes: 'continue', no: 'cancel', action: 'cancel' },
} satisfies Record<string, Record<'title' | 'text' | 'yes' | 'no', Word> & { action: string }>

export type Question = keyof typeof asked

/** Draws a question in place of what root holds, with the focus on its first button. */
export function question(root: Element, { language }: Options, about: Question): void {
  const { title, text, yes, no, action } = asked[about]
  adopt(root.getRootNode())
  const section = make('section', 'screen retry')
  section.lang = tags[language]
  const answer = (name: string, asks: string, word: Word): HTMLButtonElement => {
    const made = button('button ' + name, asks)
    made.textContent = say(language, word)
    return made
  }
  section.append(
    make('header', 'bar'),
    make('div', 'body', make('h1', 'text', say(language, title)), make('p', '', say(language, text))),
    make('footer', 'foot', answer('main', 'continue', yes), answer('plain', action, no)),
  )
  root.replaceChildren(section)
  section.querySelector<HTMLElement>('.main')?.focus()
}
