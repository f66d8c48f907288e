// The slider of what is measured in the scene of the preview, and the numbers that the preset compares it with.
import type { Gauge } from '../../sdk/preview/message'
import { t } from '../words'

const measures: Record<string, () => string> = {
  width: () => t('Width of the document in this scene'),
  glare: () => t('Glare in this scene'),
  focus: () => t('Focus in this scene'),
  finger: () => t('Finger over the document'),
  side: () => t('Confidence in this document'),
  component: () => t('Confidence in a part of the back'),
  mrz: () => t('Confidence in the machine-readable zone'),
  barcode: () => t('Confidence in the barcode'),
  face_width: () => t('Width of the face in this scene'),
  least_angle: () => t('Turn of the head to one side'),
  greatest_angle: () => t('Turn of the head to the other side'),
  nose_height: () => t('Place of the nose in the face'),
  eyes_open: () => t('Probability that the eyes are open'),
  light: () => t('Light on the face'),
  glasses: () => t('Confidence in an accessory'),
  live: () => t('Liveness in this scene'),
}

const number = (value: number): string =>
  new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 3 }).format(value)

/** Shows what is measured in the scene; nothing where nothing is. */
export function showGauge(pane: HTMLElement, gauge: Gauge | undefined): void {
  const place = pane.querySelector<HTMLElement>('[data-gauge]')
  const slider = place?.querySelector('input')
  if (!place || !slider) return
  place.hidden = !gauge
  if (!gauge) return
  const { measure, value, low, top, step } = gauge
  const moving = slider === document.activeElement && slider.dataset.measure === measure // it is ahead of the frame
  slider.dataset.measure = measure
  Object.assign(slider, { min: String(low), max: String(top), step: String(step) })
  if (!moving) slider.value = String(value)
  write(place, '[data-measured]', `${measures[measure]?.() ?? measure}: ${number(value)}`)
  write(place, '[data-bounds]', gauge.limits.map(({ path, bound, above }) => {
    const name = path.split('.').at(-1) ?? path
    return above ? t('%s prompts above %s', name, number(bound)) : t('%s prompts below %s', name, number(bound))
  }).join('; '))
}

function write(place: HTMLElement, selector: string, text: string): void {
  const element = place.querySelector(selector)
  if (element && element.textContent !== text) element.textContent = text
}
