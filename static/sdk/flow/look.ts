// What the engine found in a frame, as measurements for the rules of prompts, and as the prompt to show.
import type { Found } from '../device/message'
import type { Capture, Prompt } from '../screens/scene'

/** Returns the prompt that a frame asks for: the first of the engine's that the capture has words for. */
export function promptFor(capture: Capture, found: Found): Prompt | undefined {
  for (const name of found.prompts ?? []) {
    const prompt = capture.prompts.find(one => one.name === name || one.text.endsWith(`.${name}`))
    if (prompt) return prompt
  }
  return undefined
}

/** The engine's prompt for a barcode that it sees and can't read. */
const unread = 'moveCloserBarcode'

/** Reports whether a barcode is seen that can't be read. */
export const lacksBarcode = ({ prompts = [] }: Found): boolean => prompts.includes(unread)

/** Reports whether a frame shows what is captured, with nothing to be asked for but that its barcode be closer. */
export function isGood({ fault, prompts = [], document, faces }: Found): boolean {
  return !fault && prompts.every(prompt => prompt === unread) && (!!document || !!faces?.length)
}

/** Returns the prompt that says that all is well, for a capture. */
export const holding = (capture: Capture): Prompt | undefined =>
  capture.prompts.find(({ tone }) => tone === 'success')

/** Returns the prompt before anything is seen. */
export const first = (capture: Capture): Prompt | undefined => capture.prompts[0]

/** Returns what a frame was measured as, for the debug mode. */
export const measuredIn = ({ scores, document, faces }: Found): Record<string, number> => ({
  ...document && { document: document.confidence }, ...faces && { faces: faces.length }, ...scores,
})
