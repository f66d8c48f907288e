// What the page and the engine's worker say to each other.

/** What the engine found in a picture; the names are those of its report. */
export interface Found {
  fault?: string
  width?: number // of the picture as shown, in pixels
  height?: number
  document?: { corners: number[], confidence: number }
  faces?: { box: { x: number, y: number, w: number, h: number }, score: number, roll: number, yaw: number }[]
  symbols?: { symbology: string, text: string, confidence: number }[]
  mrzLines?: { text: string, confidence: number }[]
  prompts?: string[] // by the names of the options that hold their texts
  scores?: Record<string, number>
  checks?: { code: string, outcome: string, threshold?: number, reasons?: string[] }[]
}

/** A request to the worker. */
export type Asked =
  | { id: number, do: 'load', wasm: ArrayBuffer }
  | { id: number, do: 'frame', kind: string, pixels: ArrayBuffer, width: number, height: number, options: Limits }
  | { id: number, do: 'picture' | 'read', kind: string, bytes: ArrayBuffer, options: Limits }

/** The options that decide what the engine asks for, by name. */
export type Limits = Record<string, number | boolean>

/** The worker's answer; the pixels of a frame come back, to be filled again. */
export interface Told {
  id: number
  found?: Found
  pixels?: ArrayBuffer
  memory?: number
  failure?: string
  forbidden?: boolean // the failure is that a policy lets nothing be compiled
}
