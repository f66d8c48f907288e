// Outlines around the elements that an option forms. They lie over the screen, so that they change nothing of it.
import { make, style } from '../screens/dom'

/** Outlines the elements of a screen that options form; returns how many. */
export function mark(layer: HTMLElement, screen: HTMLElement, paths: string[]): number {
  const formed = [...new Set(paths.flatMap(path => elementsOf(screen, path)))]
  if (formed[0]) bringIntoSight(formed[0])
  layer.replaceChildren(...formed.map(outline))
  return formed.length
}

/** Returns the elements of a screen that an option forms. */
export function elementsOf(screen: HTMLElement, path: string): HTMLElement[] {
  const all = [screen, ...screen.querySelectorAll<HTMLElement>('[data-option]')]
  return all.filter(element => element.dataset.option?.split(' ').includes(path))
}

/**
 * Scrolls an element into sight inside the frame. scrollIntoView would scroll the page around the frame too, away from
 * the field that somebody is typing into.
 */
function bringIntoSight(element: HTMLElement): void {
  for (let box = element.parentElement; box; box = box.parentElement) {
    const inner = element.getBoundingClientRect()
    const outer = box.getBoundingClientRect()
    const above = Math.min(inner.top - outer.top, 0)
    const below = Math.max(Math.min(inner.bottom - outer.bottom, inner.top - outer.top), 0)
    box.scrollTop += above + below
  }
}

const gap = 4 // between an element and its outline, in pixels

function outline(element: HTMLElement): HTMLElement {
  const { left, top, right, bottom } = element.getBoundingClientRect()
  const made = make('div', 'mark')
  const [x, y] = [Math.max(left - gap, 2), Math.max(top - gap, 2)]
  style(made, {
    left: `${x}px`,
    top: `${y}px`,
    width: `${Math.max(Math.min(right + gap, innerWidth - 2) - x, 8)}px`,
    height: `${Math.max(Math.min(bottom + gap, innerHeight - 2) - y, 8)}px`,
  })
  return made
}
