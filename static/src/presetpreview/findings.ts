// Lists what was measured on the screens of the preview: texts that do not fit and colours that are hard to tell apart.
import type { Finding } from '../../sdk/preview/message'
import { element } from '../dom'
import { n, t } from '../words'
import { languageName } from './names'

const nameOf = (path: string): string => path.split('.').at(-1) ?? path

/** Shows the findings below the phone; nothing where there are none. */
export function showFindings(pane: HTMLElement, findings: Finding[]): void {
  const place = pane.querySelector<HTMLDetailsElement>('[data-findings]')
  if (!place) return
  place.hidden = false
  const count = place.querySelector('[data-count]')
  const total = findings.length
  if (count) count.textContent = textOf(total)
  place.classList.toggle('warn', total > 0)
  place.querySelector('ul')?.replaceChildren(...findings.map(finding => {
    const button = element('button', { type: 'button' }, said(finding))
    const { scene, language, path } = finding
    button.dataset.finding = JSON.stringify({ scene, language, path })
    button.title = path
    return element('li', {}, button)
  }))
}

function textOf(total: number): string {
  if (total === 0) return t('All texts fit and all colours are easy to tell apart.')
  return n(total, '1 thing to check', '%s things to check')
}

/** Returns a finding in words. */
export function said(finding: Finding): string {
  const name = nameOf(finding.path)
  if (finding.rule === 'contrast') {
    const ratio = number(finding.ratio ?? 1)
    const wanted = number(finding.wanted ?? 4.5)
    return finding.on
      ? t('%s on %s: contrast %s, at least %s is needed', name, nameOf(finding.on), ratio, wanted)
      : t('%s: contrast %s, at least %s is needed', name, ratio, wanted)
  }
  const language = languageName(finding.language ?? '')
  return finding.lines
    ? t('%s is too long in %s: %s lines', name, language, finding.lines)
    : t('%s in %s does not fit its screen', name, language)
}

/** Writes a ratio. It is cut, not rounded, so that one below the limit never looks as if it reached it. */
function number(ratio: number): string {
  const options = { minimumFractionDigits: 1, maximumFractionDigits: 2 }
  return new Intl.NumberFormat(document.documentElement.lang, options).format(Math.floor(ratio * 100) / 100)
}
