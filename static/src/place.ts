// Messages beside the form that they are about.
import { element, isVisible } from './dom'
import { announce } from './news'

const slowTime = 5000 // ms after which a request that is not answered yet is mentioned

/**
 * Shows a message of a form: in the line of messages where the form belongs to the page's frame, else in the form. A
 * form around a long list has its buttons, and so its messages, in a bar that stays in sight. The tone is a class; none
 * for a failure.
 */
export function place(form: HTMLElement, text: string, acts: HTMLElement[] = [], tone = ''): void {
  if (form.closest('.bar, header, .menu') || !isVisible(form)) return announce('unsent', text, ...acts)
  form.querySelector('.unsent')?.remove()
  if (!text) return
  const className = ['unsent', tone].filter(Boolean).join(' ')
  const home = form.querySelector('.picked') ?? form
  home.append(element('div', { className, role: 'alert' }, element('span', {}, text), ...acts))
}

/** Says beside a form what it waits for, where that takes long. */
export function slowly<T>(form: HTMLElement, text: string, work: Promise<T>): Promise<T> {
  const timer = setTimeout(() => place(form, text), slowTime)
  return work.finally(() => clearTimeout(timer))
}
