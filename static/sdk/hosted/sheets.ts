// The sheets of a hand-over from a desktop to a phone.
import { make } from '../screens/dom'
import { browserOf } from './device'
import { elsewhere } from './outside'
import { button, live } from './parts'
import type { Saying } from './words'

/** What the page shows of a hand-over: the first five on the desktop, two on the phone, one in an app. */
export type Handing =
  | { kind: 'scan', picture?: string, lost: boolean, own?: () => void } // no code: offline
  | { kind: 'number', code: string, drop(): void }
  | { kind: 'follow', captures: string[], drop(): void }
  | { kind: 'refused', again(): void }
  | { kind: 'blocked', own?: () => void, again(): void }
  | { kind: 'pick', browser: string, at: string, choices: string[], pick(code: string): void }
  | { kind: 'apart' }
  | { kind: 'outside', address: string, given: boolean }

/** What captures are called, by their kinds. */
const called: Record<string, Saying> = {
  id_front: 'id_front', id_back: 'id_back', passport: 'passport', selfie: 'selfie', document: 'page', voice: 'voice',
  signature: 'signature', fingerprints: 'fingers', video: 'filmed', secondary_front: 'secondCard',
  secondary_back: 'secondCard',
}

/** Returns what the captures that have arrived are called, each once. */
export const arrived = (captures: string[]): Saying[] =>
  [...new Set(captures.filter(kind => Object.hasOwn(called, kind)).map(kind => called[kind]))]

/** Returns the content of a sheet, its heading first. */
export function handoverSheet(sheet: Handing, say: (text: Saying) => string, time: (at: string) => string) {
  const title = (text: Saying): HTMLElement => make('h1', '', say(text))
  const soft = (text: Saying): HTMLElement => make('p', 'soft', say(text))
  const own = (act?: () => void): HTMLElement[] => act ? [button('plain', say('ownCamera'), act)] : []
  switch (sheet.kind) {
    case 'scan': {
      const code = make('img', 'code')
      if (sheet.picture) code.src = sheet.picture
      code.hidden = !sheet.picture
      code.alt = say('scanCode')
      const told = !sheet.picture ? say('away') : sheet.lost ? say('lost') : ''
      return [title('scan'), soft('scanText'), code, live(told), ...own(sheet.own)]
    }
    case 'number': {
      const number = make('p', 'digits', sheet.code)
      number.dataset.live = 'number'
      return [title('number'), number, soft('numberText'), button('plain', say('notMyPhone'), sheet.drop)]
    }
    case 'follow': {
      const told = live([say('connected'), ...arrived(sheet.captures).map(say)].join(' · '))
      return [title('follows'), told, soft('followsText'), button('plain', say('notMyPhone'), sheet.drop)]
    }
    case 'refused':
      return [title('refused'), make('p', '', say('refusedText')), button('main', say('newCode'), sheet.again)]
    case 'blocked': return [
      title('blocked'), make('p', '', say('blockedText')), button('main', say('again'), sheet.again), ...own(sheet.own),
    ]
    case 'pick': {
      const choices = sheet.choices.map(code => button('choice', code, () => sheet.pick(code)))
      return [
        title('yours'), make('p', '', say('yoursText')),
        make('p', 'desk', make('b', '', browserOf(sheet.browser) || say('unknownBrowser')), make('br'), time(sheet.at)),
        make('p', '', say('yoursNumber')), make('div', 'choices', ...choices),
        button('plain', say('notMine'), () => sheet.pick('')),
      ]
    }
    case 'outside': return elsewhere(sheet.address, sheet.given, say)
    case 'apart': return [title('apart'), make('p', '', say('apartText'))]
  }
}
