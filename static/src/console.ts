// The console's script. Everything here speeds up what works without it, except zooming and live counters.
import 'htmx.org'
import { claim } from './claim'
import { copy } from './copy'
import { drafts } from './drafts'
import { earlyKeys } from './earlykeys'
import { exports } from './export'
import { help } from './help'
import { keyFields } from './keyfields'
import { keys } from './keys'
import { mountPage, onPage } from './page'
import { palette } from './palette'
import { popups } from './popups'
import { prefetch } from './prefetch'
import { presence } from './presence'
import { print } from './print'
import { queue } from './queue'
import { reveal } from './reveal'
import { selection } from './selection'
import { signatures } from './signature'
import { timers } from './timers'
import { videos } from './video'
import { viewer } from './viewer'

const everywhere = [keys, help, palette, copy, print, exports, timers, popups, reveal, signatures, keyFields]
const onEachPage = [earlyKeys, prefetch, viewer, videos, drafts, claim, presence, queue, selection]
for (const listen of everywhere) listen()
for (const mount of onEachPage) onPage(mount)

document.addEventListener('htmx:after:swap', event => {
  if (!(event.target instanceof Element) || !event.target.closest('.menu')) mountPage()
})
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', mountPage)
else mountPage()
