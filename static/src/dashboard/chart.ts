// The settings of a zoomable chart, from the data that the server put beside its own plot.
import uPlot from 'uplot'
import { count, took, when, written } from '../locale'
import { t } from '../words'

export interface Line {
  name: string
  class: string
  values: (number | null)[]
}

export interface Data {
  times: number[] // seconds since 1970
  lines: Line[]
  log: boolean
  limit?: number
  millis: boolean // whether values are times in milliseconds
  zone: string
}

const none = '–'
const day = 86_400 // s

// The ticks of a logarithmic axis of times, in milliseconds.
const decades = [1, 10, 100, 1e3, 1e4, 6e4, 6e5, 36e5, 36e6, 864e5, 864e6]

const dashes: Record<string, number[]> = {
  s2: [7, 3],
  s3: [2, 3],
  s4: [9, 3, 2, 3],
  s5: [4, 4],
  s6: [1, 4],
  q50: [],
  q90: [7, 3],
  q99: [2, 3],
}

/** Returns the dashes of a line: those of the last of its classes that has some. */
const dashOf = (classes: string) => classes.split(' ').map(name => dashes[name]).filter(Boolean).at(-1) ?? []

/** Returns the style that a class has under the page's theme. */
function styleOf(name: string): { color: string, font: string } {
  const probe = document.createElement('span')
  probe.className = name
  document.body.append(probe)
  const { color, font } = getComputedStyle(probe)
  probe.remove()
  return { color, font }
}

type Series = { label: string, class: string, width: number, dash: number[] }

/** Returns what uPlot needs to know of a chart. */
export function chartOptions(data: Data, width: number, height: number): uPlot.Options {
  const write = (value: number | null) => {
    if (value === null) return none
    return data.millis ? took(value) : count(value)
  }
  const series = ({ class: name, ...line }: Series): uPlot.Series => (
    { ...line, stroke: styleOf(name).color, value: (_, value) => write(value), spanGaps: false }
  )
  const lines = data.lines.map(line => series({
    label: line.name,
    class: line.class,
    width: 2,
    dash: dashOf(line.class),
  }))
  if (data.limit) lines.push(series({ label: t('limit'), class: 'fail', width: 1.5, dash: [5, 4] }))
  return {
    width,
    height,
    tzDate: at => uPlot.tzDate(new Date(at * 1000), data.zone),
    cursor: { drag: { x: true, y: false } },
    scales: { x: { time: true }, y: data.log ? { distr: 3, log: 10 } : { range: rangeFromZero } },
    axes: axes(data, write),
    series: [{ label: t('time'), value: (_, at) => at === null ? none : when(at * 1000) }, ...lines],
  }
}

const rangeFromZero = (_: uPlot, low: number, high: number): uPlot.Range.MinMax => (
  [Math.min(0, low), high > 0 ? high * 1.05 : 1]
)

/** Returns how the ticks of the axis of times are written: days, or hours where there are at most three days. */
function tickFormat({ times }: Data): (at: number) => string {
  const long = times.length > 1 && times.at(-1)! - times[0]! > 3 * day
  return at => written(long ? 'day' : 'hour', at)
}

function axes(data: Data, write: (value: number | null) => string): uPlot.Axis[] {
  const { color: rule } = styleOf('rule-colour')
  const { color, font } = styleOf('axis-text')
  const lines = { stroke: rule, width: 1 }
  const both: uPlot.Axis = { stroke: color, grid: lines, ticks: lines, font }
  const format = tickFormat(data)
  const logarithmic: uPlot.Axis = {
    splits: (_, __, low, high) => decades.filter(decade => decade >= low && decade <= high),
    filter: (_, splits) => splits,
  }
  return [
    { ...both, values: (_, ticks) => ticks.map(at => format(at * 1000)), space: 90 },
    {
      ...both,
      size: 66,
      ...(data.log ? logarithmic : {}),
      values: (_, ticks) => ticks.map(value => value === null ? '' : write(value)),
    },
  ]
}
