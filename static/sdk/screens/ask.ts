// A screen with a heading, a text and buttons, which no option sets.
import { button, make } from './dom'
import { speak, type Tongue } from './language'
import { adopt } from './style'

/** What is asked, in one language; answers are the texts of the buttons by what they ask for, the main one first. */
export interface Asked { title: string, text: string, answers: Array<[action: string, text: string]> }

/** Draws what is asked in place of what root holds, with the focus on its first button. */
export function ask(root: Element, language: Tongue, { title, text, answers }: Asked): void {
  adopt(root.getRootNode())
  const section = make('section', 'screen retry')
  speak(section, language)
  const buttons = answers.map(([action, text], at) => {
    const made = button(`button ${at ? 'plain' : 'main'}`, action)
    made.textContent = text
    return made
  })
  const said = make('div', 'body', make('h1', 'text', title), make('p', '', text))
  said.id = 'asked'
  buttons[0].setAttribute('aria-describedby', said.id) // so that it is read out with what has the focus
  section.append(make('header', 'bar'), said, make('footer', 'foot', ...buttons))
  root.replaceChildren(section)
  buttons[0].focus()
}
