// Short ways to the names of options within a block.
import type { Type } from '../dom'

export const text = (name: string): string => 'stringOptions.' + name
export const color = (name: string): string => 'colorOptions.' + name
export const font = (name: string): string => 'fontOptions.' + name
export const image = (name: string): string => 'imageOptions.' + name
export const layout = (name: string): string => 'layoutOptions.' + name
export const logic = (name: string): string => 'captureOptions.' + name

/** The block of ID capture, which lends its prompts to the captures of documents. */
export const idBlock = 'idCaptureCustomizationOptions'

/** Returns the whole path of an option of ID capture. */
export const ofID = (name: string): string => `/${idBlock}.${name}`

/** Returns the whole path of an option of the screen to sign on. */
export const ofSignature = (name: string): string => `/signatureConfiguration.signature_${name}`

/** Returns the type of a part of the screen to sign on. */
export const typed = (part: string): Type => ({
  text: ofSignature(`${part}_text`),
  color: ofSignature(`${part}_text_color`),
  font: ofSignature(`${part}_text_font`),
  size: ofSignature(`${part}_text_font_size`),
})
