// The instruction screen of captures whose options follow one pattern.
import type { Instruction } from '../scene'
import { color, font, text } from './names'

/** The screen before a document, a voice, an ID that fills in a form, or a signature is captured. */
export const instruction: Instruction = {
  ground: color('instructionScreenBackgroundColor'),
  label: {
    text: text('instructionText'),
    color: color('instructionScreenLabelTextColor'),
    font: font('instructionScreenLabelFont'),
    size: font('instructionScreenLabelFontSize'),
  },
  button: {
    text: text('instructionScreenButtonText'),
    color: color('instructionScreenButtonTextColor'),
    ground: color('instructionScreenButtonBackgroundColor'),
  },
}
