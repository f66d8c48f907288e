// Finds texts that do not fit their place on a drawn screen.
import type { Finding } from './message'

/** How many lines a text of the usual size may take, by what it is; larger text may take more. */
const most: Record<string, number> = { title: 2, label: 2, prompt: 3, hint: 3, button: 2, word: 1 }

type Found = Pick<Finding, 'path' | 'lines'>

/** Returns the texts of a screen that do not fit. isText tells which options are texts. */
export function unfit(screen: HTMLElement, isText: (path: string) => boolean): Found[] {
  const found: Found[] = []
  const grown = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
  for (const element of screen.querySelectorAll<HTMLElement>('[data-option]')) {
    const path = element.dataset.option?.split(' ').find(isText)
    const kind = Object.keys(most).find(name => element.classList.contains(name))
    if (!path || !kind || !element.textContent) continue
    const lines = linesOf(element)
    if (lines > most[kind] * grown || element.scrollWidth > element.clientWidth + 1) found.push({ path, lines })
  }
  for (const place of screen.querySelectorAll<HTMLElement>('.body, .foot, .over')) {
    if (place.scrollHeight <= place.clientHeight + 1 && place.scrollWidth <= place.clientWidth + 1) continue
    const longest = longestIn(place, isText)
    if (longest && !found.some(one => one.path === longest)) found.push({ path: longest, lines: 0 })
  }
  return found
}

/** Counts the lines of an element's text. */
function linesOf(element: HTMLElement): number {
  const range = document.createRange()
  range.selectNodeContents(element)
  const tops: number[] = []
  for (const { top, height } of range.getClientRects()) {
    if (height > 0 && !tops.some(one => Math.abs(one - top) < height / 2)) tops.push(top)
  }
  return tops.length
}

/** Returns the option of the text that takes the most room in a place. */
function longestIn(place: HTMLElement, isText: (path: string) => boolean): string | undefined {
  let [tallest, path]: [number, string | undefined] = [0, undefined]
  for (const element of place.querySelectorAll<HTMLElement>('[data-option]')) {
    const of = element.dataset.option?.split(' ').find(isText)
    if (of && element.offsetHeight > tallest) [tallest, path] = [element.offsetHeight, of]
  }
  return path
}
