// The console's script: everything here makes faster what works without it, but for zooming and live counters.
import htmx from 'htmx.org'
import { claim } from './claim'
import { copy } from './copy'
import { drafts } from './drafts'
import { help } from './help'
import { keys } from './keys'
import { mountPage, onPage } from './page'
import { palette } from './palette'
import { prefetch } from './prefetch'
import { queue } from './queue'
import { replay } from './replay'
import { reveal } from './reveal'
import { sheets } from './sheets'
import { timers } from './timers'
import { viewer } from './viewer'

;(window as unknown as { htmx: unknown }).htmx = htmx

keys()
help()
palette()
copy()
timers()
sheets()
reveal()
replay()
for (const mount of [prefetch, viewer, drafts, claim, queue]) onPage(mount)

document.addEventListener('htmx:after:swap', event => {
  if (!(event.target instanceof Element) || !event.target.closest('.menu')) mountPage()
})
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', mountPage)
else mountPage()
