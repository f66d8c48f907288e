// The sheet on which an applicant reads who asks, what is captured and why, and agrees.
import { make } from '../screens/dom'
import type { Opened } from './link'
import { button } from './parts'
import { aboutOf, termsOf, wanted } from './terms'
import type { Saying } from './words'

/** What the sheet offers. */
export interface Offer {
  kind: 'offer'
  begun: boolean // whether this browser has the link
  of: Opened
  agree(): void
  refuse(): void
  phone?(): void
}

/** Returns the content of the sheet, its heading first. */
export function offerSheet({ begun, of, agree, refuse, phone }: Offer, say: (text: Saying) => string): HTMLElement[] {
  const { asked } = of
  const title = make('h1', '', say(begun ? 'goOnTitle' : asked ? 'anew' : 'title'))
  const played = of.specimen ? [make('p', 'soft', say('played'))] : []
  const notNow = button('plain', say('notNow'), refuse)
  if (begun) return [title, make('p', '', say('goOnText')), ...played, button('main', say('goOn'), agree), notNow]
  const steps = wanted(of).map(([what, why]) => make('li', '', make('b', '', say(what)), make('span', '', say(why))))
  const list = make('ol', '', ...steps)
  list.setAttribute('role', 'list') // which Safari takes from a list whose style shows no marks
  const own = asked?.words ? [make('p', '', say('note') + ' '), make('blockquote', '', asked.words)] : []
  return [
    title, ...played, make('p', 'soft', say(asked ? 'anewText' : aboutOf(of.function))), list, ...own,
    make('p', 'terms', termsOf(of).map(say).join(' ')), button('main', say('agree'), agree),
    ...phone ? [button('plain', say('scan'), phone)] : [], notNow,
  ]
}
