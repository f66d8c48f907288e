// A button at each plot of lines that puts a zoomable chart in its place, and the plot that the server drew back again.
import uPlot from 'uplot'
import { t } from '../words'
import { chartOptions, type Data } from './chart'

/** Puts a chart in the place of a plot; returns what puts the plot back. */
function openChart(plot: HTMLElement, data: Data): () => void {
  const box = document.createElement('div')
  box.className = 'zoomed'
  plot.replaceWith(box)
  const height = parseFloat(getComputedStyle(box).minHeight)
  // A logarithmic axis has no zero.
  const values = data.lines.map(line => data.log ? line.values.map(v => v === null || v > 0 ? v : 1) : line.values)
  const limit = data.limit ? [data.times.map(() => data.limit!)] : []
  const chart = new uPlot(
    chartOptions(data, box.clientWidth, height),
    [data.times, ...values, ...limit] as uPlot.AlignedData,
    box,
  )
  const resized = new ResizeObserver(() => {
    if (Math.abs(chart.width - box.clientWidth) > 2) chart.setSize({ width: box.clientWidth, height })
  })
  resized.observe(box)
  return () => {
    resized.disconnect()
    chart.destroy()
    box.replaceWith(plot)
  }
}

/** Adds the button to a plot. */
function addButton(plot: HTMLElement): void {
  const name = plot.querySelector('svg.plot')?.getAttribute('aria-label') ?? t('chart')
  let close: (() => void) | null = null
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'ask'
  const label = () => {
    button.textContent = close ? t('back') : t('zoom')
    button.title = close ? t('Drag to zoom in, double-click to reset') : ''
    button.setAttribute('aria-label', close ? t('Reset zoom: %s', name) : t('Zoom: %s', name))
  }
  label()
  const around = document.createElement('div')
  around.className = 'zoomable'
  plot.replaceWith(around)
  around.append(plot, button)
  button.addEventListener('click', () => {
    if (close) {
      close()
      close = null
    } else {
      close = openChart(plot, JSON.parse(plot.dataset.zoom ?? '{}') as Data)
    }
    label()
  })
}

/** Adds the button to every plot that has its data. */
export function zoomButtons(): void {
  for (const plot of document.querySelectorAll<HTMLElement>('.chart[data-zoom]')) addButton(plot)
}
