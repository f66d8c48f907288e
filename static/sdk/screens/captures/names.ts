// Short ways to the names of options within a block.
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
