// The question that comes up where somebody else has changed the same option: whose value is to stay.
import { element } from '../dom'
import { t } from '../words'
import { controlOf } from './field'
import type { Overlap } from './answer'

/** Asks at a field which of two values is to stay. Run gets true for one's own. */
export function ask(field: HTMLElement, overlap: Overlap, run: (mine: boolean) => void): void {
  field.querySelector('[data-overlap]')?.remove()
  const choose = (mine: boolean) => () => {
    box.remove()
    controlOf(field).focus()
    run(mine)
  }
  const mine = element('button', { type: 'button', onclick: choose(true) }, t('Save mine'))
  const theirs = element('button', { type: 'button', onclick: choose(false) }, t('Keep theirs'))
  const said = element('span', { className: 'fail', role: 'alert' }, overlap.text)
  const box = element('span', { className: 'answers' }, said, mine, theirs)
  box.dataset.overlap = ''
  field.append(box)
}
