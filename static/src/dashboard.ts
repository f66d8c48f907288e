// Puts a zoomable chart in the place of a plot of lines when asked to: drag to zoom, double click for all of it. The same button
// brings the plot back that the server drew; its table stays always.
import uPlot from 'uplot'
import { t } from './words'

interface Line { name: string, class: string, values: (number | null)[] }
interface Data { times: number[], lines: Line[], log: boolean, limit?: number, millis: boolean, zone: string }

// decades are the ticks of times, in milliseconds.
const decades = [1, 10, 100, 1e3, 1e4, 6e4, 6e5, 36e5, 36e6, 864e5, 864e6]
const dashes: Record<string, number[]> = { s2: [7, 3], s3: [2, 3], s4: [9, 3, 2, 3], s5: [4, 4], s6: [1, 4], q50: [], q90: [7, 3], q99: [2, 3] }

const locale = document.documentElement.lang === 'es' ? 'es-MX' : 'en-GB'

// dash gives the pattern of a line: the last of its classes that has one.
const dash = (names: string) => names.split(' ').map(name => dashes[name]).filter(Boolean).at(-1) ?? []

function time(ms: number | null): string {
  if (ms === null) return '–'
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${+(ms / 1000).toFixed(1)} s`
  if (ms < 3_600_000) return `${+(ms / 60_000).toFixed(1)} min`
  return `${+(ms / 3_600_000).toFixed(1)} h`
}

// colour gives what a class of a line is drawn in under the page's theme.
function colour(name: string): string {
  const probe = document.createElement('span')
  probe.className = name
  document.body.append(probe)
  const found = getComputedStyle(probe).color
  probe.remove()
  return found
}

function options(data: Data, width: number): uPlot.Options {
  const write = (value: number | null) => value === null ? '–' : data.millis ? time(value) : value.toLocaleString(locale)
  const soft = colour('soft'), rule = colour('rule-colour')
  const long = data.times.length > 1 && data.times.at(-1)! - data.times[0]! > 3 * 86_400
  const short: Intl.DateTimeFormatOptions = long ? { day: 'numeric', month: 'short' } : { weekday: 'short', hour: '2-digit', minute: '2-digit' }
  const day = new Intl.DateTimeFormat(locale, { ...short, timeZone: data.zone })
  const moment = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: data.zone })
  const axis = { stroke: soft, grid: { stroke: rule, width: 1 }, ticks: { stroke: rule, width: 1 }, font: '11px monospace' }
  return {
    width, height: 200, tzDate: at => uPlot.tzDate(new Date(at * 1000), data.zone), cursor: { drag: { x: true, y: false } },
    scales: { x: { time: true }, y: data.log ? { distr: 3, log: 10 } : { range: (_, low, high) => [Math.min(0, low), high > 0 ? high * 1.05 : 1] } },
    axes: [{ ...axis, values: (_, ticks) => ticks.map(at => day.format(at * 1000)), space: 90 }, {
      ...axis, size: 66, ...(data.log ? { splits: (_: uPlot, __: number, low: number, high: number) => decades.filter(d => d >= low && d <= high), filter: (_: uPlot, splits: number[]) => splits } : {}),
       values: (_, ticks) => ticks.map(at => at === null ? '' : write(at)),
    }],
    series: [{ label: t('time'), value: (_, at) => at === null ? '–' : moment.format(at * 1000) }, ...data.lines.map(l => ({
      label: l.name, stroke: colour(l.class), width: 2, dash: dash(l.class), value: (_: uPlot, v: number | null) => write(v), spanGaps: false,
    })), ...(data.limit ? [{ label: t('limit'), stroke: colour('fail'), width: 1.5, dash: [5, 4], value: (_: uPlot, v: number | null) => write(v) }] : [])],
  }
}

function zoom(chart: HTMLElement, data: Data): () => void {
  const box = document.createElement('div')
  box.className = 'zoomed'
  chart.replaceWith(box)
  const known = data.lines.map(l => data.log ? l.values.map(v => v === null || v > 0 ? v : 1) : l.values)
  const values = [data.times, ...known, ...(data.limit ? [data.times.map(() => data.limit!)] : [])] as uPlot.AlignedData
  const plot = new uPlot(options(data, box.clientWidth), values, box)
  const sizes = new ResizeObserver(() => { if (Math.abs(plot.width - box.clientWidth) > 2) plot.setSize({ width: box.clientWidth, height: 200 }) })
  sizes.observe(box)
  return () => {
    sizes.disconnect()
    plot.destroy()
    box.replaceWith(chart)
  }
}

for (const chart of document.querySelectorAll<HTMLElement>('.chart[data-zoom]')) {
  const ask = document.createElement('button')
  ask.type = 'button'
  ask.className = 'ask'
  const name = chart.querySelector('svg.plot')?.getAttribute('aria-label') ?? t('plot')
  let close: (() => void) | null = null
  const say = () => {
    ask.textContent = close ? t('back') : t('zoom')
    ask.title = close ? t('Drag over the plot to zoom in, double click for all of it') : ''
    ask.setAttribute('aria-label', close ? t('Back to the whole plot: %s', name) : t('Zoom: %s', name))
  }
  say()
  const around = document.createElement('div')
  around.className = 'zoomable'
  chart.replaceWith(around)
  around.append(chart, ask)
  ask.addEventListener('click', () => {
    if (close) {
      close()
      close = null
    } else {
      close = zoom(chart, JSON.parse(chart.dataset.zoom ?? '{}') as Data)
    }
    say()
  })
}

// The values of a place are told beside the pointer at once; the title in the drawing stays for who has no script.
const tip = document.createElement('div')
tip.className = 'tip'
tip.hidden = true
document.body.append(tip)

// held are the titles that are taken away while the tip shows them, so that the browser does not tell them again.
const held = new Map<Element, string>()

function told(target: EventTarget | null): { place: Element, text: string } | null {
  const place = target instanceof Element ? target.closest('.plot rect, .spells rect, .heatgrid td, .barlist li') : null
  if (!place) return null
  const own = place.querySelector(':scope > title')
  const text = held.get(place) ?? own?.textContent ?? place.getAttribute('title') ?? ''
  if (text && !held.has(place)) {
    held.set(place, text)
    if (own) own.textContent = ''
    else place.removeAttribute('title')
  }
  return text ? { place, text } : null
}

function giveBack(): void {
  for (const [place, text] of held) {
    const own = place.querySelector(':scope > title')
    if (own) own.textContent = text
    else place.setAttribute('title', text)
  }
  held.clear()
}

document.addEventListener('pointermove', event => {
  const found = told(event.target)
  if (!found || !held.has(found.place) || held.size > 1) giveBack()
  tip.hidden = !found
  if (!found) return
  told(found.place)
  tip.textContent = found.text
  const left = event.clientX + 14, top = event.clientY + 16
  tip.style.left = `${left + tip.offsetWidth > innerWidth ? Math.max(4, event.clientX - tip.offsetWidth - 10) : left}px`
  tip.style.top = `${top + tip.offsetHeight > innerHeight ? Math.max(4, event.clientY - tip.offsetHeight - 10) : top}px`
}, { passive: true })
document.addEventListener('pointerleave', () => { giveBack(); tip.hidden = true })
addEventListener('scroll', () => { tip.hidden = true }, { passive: true, capture: true })
