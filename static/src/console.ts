// The console's script. Everything here speeds up what works without it, except zooming and live counters.
import 'htmx.org'
import { claim } from './claim'
import { connection } from './connection'
import { copy } from './copy'
import { desk } from './desk'
import { drafts } from './drafts'
import { earlyKeys } from './earlykeys'
import { forms } from './forms'
import { formWords, keepWords } from './formwords'
import { help } from './help'
import { keyReplay } from './keyreplay'
import { keys } from './keys'
import { leave } from './leave'
import { leftovers } from './leftovers'
import { mountPage, onPage } from './page'
import { palette } from './palette'
import { pictures } from './pictures'
import { popups } from './popups'
import { prefetch, useFetched } from './prefetch'
import { presence } from './presence'
import { print } from './print'
import { queue } from './queue'
import { reveal } from './reveal'
import { signatures } from './signature'
import { timers } from './timers'
import { trouble } from './trouble'
import { videos } from './video'
import { viewer } from './viewer'
import { reportZone } from './zone'

const everywhere = [
  forms, keys, help, palette, copy, print, timers, popups, reveal, signatures, useFetched, keepWords, leave,
]
const onEachPage = [
  connection, earlyKeys, prefetch, pictures, viewer, videos, drafts, leftovers, formWords, claim, desk, presence,
  queue, trouble,
  keyReplay, // which needs all others
]
for (const listen of everywhere) listen()
reportZone()
for (const mount of onEachPage) onPage(mount)

document.addEventListener('htmx:after:swap', event => {
  if (!(event.target instanceof Element) || !event.target.closest('.menu')) mountPage()
})
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', mountPage)
else mountPage()
