// Finds colours on a drawn screen that are hard to tell apart (WCAG 2.2, 1.4.3 and 1.4.11).
import { computedColor, contrast, over, type Color } from '../screens/color'
import type { Finding } from './message'

type Found = Pick<Finding, 'path' | 'on' | 'ratio' | 'wanted'>

const white: Color = { r: 255, g: 255, b: 255, a: 1 }
const black: Color = { r: 0, g: 0, b: 0, a: 1 }

/** Returns the pairs of colours on a screen whose contrast is too low. */
export function faint(screen: HTMLElement): Found[] {
  const found: Found[] = []
  for (const element of screen.querySelectorAll<HTMLElement>('[data-ink], [data-ground], [data-edge]')) {
    const { ink, edge } = element.dataset
    const isText = Boolean(element.textContent?.trim())
    if (!ink && !edge && !(isText && ownText(element))) continue
    const look = getComputedStyle(element)
    const front = computedColor(edge ? look.borderTopColor : look.color)
    const [grounds, on] = groundsOf(element, screen, Boolean(edge))
    const ratio = Math.min(...grounds.map(ground => contrast(over(front, ground), ground)))
    const wanted = isText && !edge && !isLarge(look) ? 4.5 : 3
    if (ratio < wanted) found.push({ path: ink ?? edge ?? on ?? '', on: on === ink ? undefined : on, ratio, wanted })
  }
  return found.filter(({ path }) => path !== '')
}

/** Reports whether an element holds text itself, and not only in elements inside. */
function ownText(element: HTMLElement): boolean {
  return [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
}

/** Reports whether a text is large: 24 px, or 18.66 px and bold. */
function isLarge(look: CSSStyleDeclaration): boolean {
  const size = parseFloat(look.fontSize)
  return size >= 24 || size >= 18.66 && Number(look.fontWeight) >= 700
}

/**
 * Returns the opaque colours that an element may be seen on, and the option that forms the nearest of them. Over the
 * camera these are two: its picture may be as light as white and as dark as black.
 */
function groundsOf(element: HTMLElement, screen: HTMLElement, outside: boolean): [Color[], string | undefined] {
  const layers: Color[] = []
  let on: string | undefined
  let below: Color[] = [white]
  for (let at: HTMLElement | null = outside ? element.parentElement : element; at; at = at.parentElement) {
    if (at.classList.contains('over')) {
      layers.push(computedColor(getComputedStyle(at).getPropertyValue('--scrim').trim()))
      on ??= screen.dataset.ground
      below = [white, black]
      break
    }
    const color = computedColor(getComputedStyle(at).backgroundColor)
    if (color.a > 0) {
      layers.push(color)
      on ??= at.dataset.ground
    }
    if (color.a === 1 || at === screen) break
  }
  return [below.map(base => layers.reduceRight((ground, layer) => over(layer, ground), base)), on]
}
