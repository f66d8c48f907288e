// The way out of the browser inside an app for mail or messages, which is gone with the app.
import { make } from '../screens/dom'
import type { Link } from './link'
import { button, live } from './parts'
import type { Handing } from './sheets'
import type { Saying } from './words'

/** Returns what leads out of an app: where that has the link already, a browser gets it from there. */
export async function outside(link: Link, begun: boolean): Promise<Handing> {
  return { kind: 'outside', address: begun ? await link.giveAway() : location.href, given: begun }
}

/** Returns the browser that an app should open a page in, and an address that does that. */
export function browserFor(
  address: string, { userAgent }: Navigator = navigator,
): { name: 'openSafari' | 'openChrome', address: string } {
  const [scheme, rest] = address.split('://')
  if (!userAgent.includes('Android')) return { name: 'openSafari', address: `x-safari-${scheme}://${rest}` }
  return { name: 'openChrome', address: `intent://${rest}#Intent;scheme=${scheme};package=com.android.chrome;end` }
}

/** Returns what leads out of an app into a browser of the phone. */
export function elsewhere(address: string, given: boolean, say: (text: Saying) => string): HTMLElement[] {
  const { name, address: href } = browserFor(address)
  const go = make('a', 'main', say(name))
  go.href = href
  const told = live()
  const copy = button('plain', say('copy'), () => {
    navigator.clipboard.writeText(address)
      .then(() => { told.textContent = say('copied') }, () => { told.textContent = address })
  })
  return [
    make('h1', '', say('outside')), make('p', '', say(given ? 'outsideBegun' : 'outsideText')),
    ...(given ? [make('p', 'soft', say('outsideGiven'))] : []), go, copy, told,
  ]
}
