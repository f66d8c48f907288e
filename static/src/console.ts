// The console's script: everything here makes faster what works without it, but for zooming and live counters.
import htmx from 'htmx.org'
import { choose } from './choose'
import { claim } from './claim'
import { copy } from './copy'
import { drafts } from './drafts'
import { exports } from './export'
import { films } from './film'
import { help } from './help'
import { keys } from './keys'
import { mountPage, onPage } from './page'
import { oneKey } from './onekey'
import { palette } from './palette'
import { presence } from './presence'
import { prefetch } from './prefetch'
import { print } from './print'
import { queue } from './queue'
import { replay } from './replay'
import { reveal } from './reveal'
import { sheets } from './sheets'
import { shown } from './shown'
import { timers } from './timers'
import { viewer } from './viewer'

;(window as unknown as { htmx: unknown }).htmx = htmx

keys()
help()
palette()
copy()
print()
exports()
timers()
sheets()
reveal()
replay()
oneKey()
for (const mount of [shown, prefetch, viewer, films, drafts, claim, presence, queue, choose]) onPage(mount)

document.addEventListener('htmx:after:swap', event => {
  if (!(event.target instanceof Element) || !event.target.closest('.menu')) mountPage()
})
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', mountPage)
else mountPage()
