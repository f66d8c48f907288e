// Lists the texts of a draft that do not fit their screens, in every language: the frame of the live preview measures
// them, unseen.
import type { Measured } from '../../sdk/preview/message'
import { element } from '../dom'
import { said } from '../presetpreview/findings'
import { t } from '../words'

/** Measures the texts of a draft, and lists what does not fit. */
export function fit(root: HTMLElement): void {
  root.hidden = false
  const status = root.querySelector('[role=status]')
  status?.replaceChildren(t('Measuring texts…'))
  const frame = element('iframe', { src: root.dataset.fit ?? '', title: t('Screen of the capture'), tabIndex: -1 })
  const hear = (event: MessageEvent) => {
    const told = event.data as Measured
    if (event.origin !== location.origin || event.source !== frame.contentWindow) return
    if (told.kind !== 'preset-preview-measured') return
    removeEventListener('message', hear)
    frame.remove()
    const unfit = told.findings.filter(({ rule }) => rule === 'fit')
    status?.replaceChildren(textOf(unfit.length))
    const list = root.querySelector('ul')
    if (!list) return
    list.hidden = unfit.length === 0
    list.replaceChildren(...unfit.map(one => {
      const href = (root.dataset.fit ?? '').replace(/preview$/, '').slice(0, -1) + '?q=' + encodeURIComponent(one.path)
      return element('li', {}, element('a', { href }, said(one)))
    }))
  }
  addEventListener('message', hear)
  root.append(frame)
}

function textOf(unfit: number): string {
  if (unfit === 0) return t('All texts fit in every language.')
  return unfit === 1 ? t('1 text does not fit.') : t('%s texts do not fit.', unfit)
}
