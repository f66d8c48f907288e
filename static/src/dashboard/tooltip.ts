// The values of a place in a plot, beside the pointer at once. Without script its title shows them after a while.

const parts = '.plot rect, .spells rect, .heatgrid td, .barlist li'
const margin = 4

// Titles that are taken away while the tooltip shows them, so that the browser does not show them too.
const taken = new Map<Element, string>()

const titleElement = (part: Element) => part.querySelector(':scope > title')

/** Takes the title of the part of a plot at an event's target. */
function takeTitle(target: EventTarget | null): { part: Element, text: string } | null {
  const part = target instanceof Element ? target.closest(parts) : null
  if (!part) return null
  const title = titleElement(part)
  const text = taken.get(part) ?? title?.textContent ?? part.getAttribute('title') ?? ''
  if (text && !taken.has(part)) {
    taken.set(part, text)
    if (title) title.textContent = ''
    else part.removeAttribute('title')
  }
  return text ? { part, text } : null
}

function giveTitlesBack(): void {
  for (const [part, text] of taken) {
    const title = titleElement(part)
    if (title) title.textContent = text
    else part.setAttribute('title', text)
  }
  taken.clear()
}

/** Returns where the tooltip begins on one axis: after the pointer, or before it where there is no room. */
function beside(pointer: number, distance: number, size: number, room: number): string {
  const after = pointer + distance
  return `${after + size > room ? Math.max(margin, pointer - size - 10) : after}px`
}

/** Listens to the pointer over the plots. */
export function tooltip(): void {
  const tip = document.createElement('div')
  tip.className = 'tip'
  tip.hidden = true
  document.body.append(tip)
  document.addEventListener('pointermove', event => {
    const found = takeTitle(event.target)
    if (!found || !taken.has(found.part) || taken.size > 1) giveTitlesBack()
    tip.hidden = !found
    if (!found) return
    takeTitle(found.part)
    tip.textContent = found.text
    tip.style.left = beside(event.clientX, 14, tip.offsetWidth, innerWidth)
    tip.style.top = beside(event.clientY, 16, tip.offsetHeight, innerHeight)
  }, { passive: true })
  document.addEventListener('pointerleave', () => {
    giveTitlesBack()
    tip.hidden = true
  })
  addEventListener('scroll', () => { tip.hidden = true }, { passive: true, capture: true })
}
