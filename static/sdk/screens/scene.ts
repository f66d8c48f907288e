// What screens are: the captures, and the options of each part of their screens, by name. The names are those within
// the capture's block; a name after a slash is a whole path.
import type { Type } from './dom'
import type { Word } from './words'

/** The kinds of screens, in the order in which an applicant meets them. */
export const screens = ['instruction', 'capture', 'warning', 'retry', 'success', 'preview'] as const
export type ScreenName = typeof screens[number]

/** What is captured, as far as a drawing has to know. */
export type Subject = 'front' | 'back' | 'passport' | 'barcode' | 'page' | 'face' | 'hand' | 'voice' | 'signature'

/** One state of one screen. */
export interface Scene {
  capture: string
  screen: ScreenName
  prompt?: string
  camera?: Element // the picture of the camera, behind everything
  subject?: Element // drawn inside the frame where there is no camera: what is held, the pad, or the meter
  meter?: Element // how loud somebody speaks, where the camera is seen
  taken?: Element // what was taken, where it has no address
  picture?: string // the address of the picture that was taken
  phrase?: string // what to read aloud
  room?: string // in whose place the phrase stands, and whose room it keeps
  recording?: boolean // whether it is being recorded
  move?: string // what the applicant is to do now, in words, in place of the prompt; it ends by itself
  shutter?: boolean // whether the applicant may take the picture by hand
  filmed?: boolean // whether a film is made, which the other camera would end
  lit?: boolean // whether the light beside the camera is on, where it has one
  last?: boolean // whether there is no other try after this failure
  sides?: 'one' | 'apart' // whether what was taken has no other side, or that does not come right after it
  elapsed?: number // for how long the warning's cause has lasted, in milliseconds
  measured?: Record<string, number> // decides on the prompt where none is named; for the debug mode too
}

export type ToneName = 'info' | 'error' | 'success'

/**
 * A rule wants a prompt where what was measured is below a limit, or above it. Limit is the name of an option; bound
 * turns its number into that of the measurement where they differ.
 */
export interface Rule { measure: string, limit: string, above?: boolean, bound?: (limit: number) => number }

/**
 * A prompt of a capture, with the rules that want it, and other limits that it has to do with. Word is our own text
 * where no option has one.
 */
export interface Prompt {
  name: string
  text: string
  tone: ToneName
  word?: Word
  rules?: Rule[]
  limits?: string[]
  later?: string // the prompt that takes its place once it has stood for long
}

export interface Cancel extends Type { image?: string, tint?: string, gravity?: string }

export interface Instruction {
  when?: string
  ground?: string
  back?: { hide?: string, image?: string, tint?: string }
  picture?: string
  animation?: { on: string, seconds: string, frames: string }
  label: Type & { elevation?: string }
  button: Type
  dark?: boolean // a dark ground where no option has another
}

export interface Taking {
  ground?: string
  bar?: string
  cancel: Cancel
  title?: Type & { hide?: string, word?: Word } // in the top bar
  label?: Type & { hide?: string, gravity?: string, risesToBar?: boolean }
  hint?: Type
  bottom?: string
  overlay?: string
  ratio?: string
  upright?: string
  turned?: string
  tones: Record<ToneName, Type>
  prompt: Type
  shutter?: Type
  progress?: { on: string, width: string, color: string }
  toggles: string[]
  lens: string
  limits?: string[]
}

export interface Warning {
  label: Type
  delay: string
  mode: string
  override: string
  anyway: Type
  exit: Type
}

export interface Retry {
  ground?: string
  image?: string
  tint?: string
  label: Type & { word?: Word }
  retry: Type
  done: Type
  limits?: string[]
}

export interface Preview {
  when?: string
  ground?: string
  top: Type & { word?: Word }
  back?: { hide: string, image: string, tint: string }
  retry: Type
  done: Type
}

/** A capture with the options of its screens. A part that is missing has no screen. */
export interface Capture {
  name: string
  block: string
  subject: Subject
  spoken?: boolean // whether the applicant reads aloud, so that it is recorded
  when?: string // the flag that switches the whole capture on
  instruction?: Instruction
  taking: Taking
  prompts: Prompt[]
  warning?: Warning
  warns?: string // where its capture screen warns with a prompt: one that the preview shows
  retry?: Retry
  success?: { side?: Word, text?: string, word?: Word }
  preview?: Preview
}
