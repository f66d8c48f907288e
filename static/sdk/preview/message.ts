// What the page of a preset and the frame of its preview tell each other. Both are of this console's origin.

/** What the frame is to show. What is left out stays as it is. */
export interface Order {
  kind: 'preset-preview'
  values?: Record<string, unknown> // what the draft sets, by path
  texts?: Record<string, Record<string, string>> // by language and path
  scene?: Place
  language?: string
  room?: 'light' | 'dark'
  scale?: number // of text: 1 or 2
  focus?: string // the path of the option that is edited; empty for none
  probe?: number // answered with the same number, once what was ordered is drawn
}

/** A screen, and on the capture screen the prompt, or what is measured in place of it. */
export interface Place { capture: string, screen: string, prompt?: string, measured?: Record<string, number> }

/** What is measured in the scene, and the numbers that it is compared with. */
export interface Gauge {
  measure: string
  value: number
  low: number
  top: number
  step: number
  limits: Array<{ path: string, bound: number, above: boolean }> // above: it prompts above the bound, else below it
}

/** Why an edited option is not outlined. Hidden: another option hides it. Capture: it acts without showing. */
export type Absence = 'hidden' | 'android' | 'earlier' | 'capture' | 'unknown'

/** What the frame shows. */
export interface Report {
  kind: 'preset-preview-shown'
  captures: Array<{ name: string, screens: string[], prompts: string[] }>
  scene: Place
  language: string
  marks: number // how many elements are outlined
  focus: string
  absent?: Absence
  replaced?: boolean // whether the edited option names a file of Android, and the built-in one is drawn instead
  off?: string // the path of the switch that is off, so that applicants don't meet this screen
  limits?: string // what decides when this prompt appears
  gauge?: Gauge
  probe?: number
}

/** A text that does not fit, or colours that are hard to tell apart. */
export interface Finding {
  rule: 'fit' | 'contrast'
  path: string // of the text, or of the colour in front
  on?: string // the path of the colour behind
  ratio?: number
  wanted?: number
  language?: string
  lines?: number // how many lines the text takes, where that is too many; 0 where the screen has to be scrolled
  scene: Place
}

/** What was measured on all screens. */
export interface Measured { kind: 'preset-preview-measured', findings: Finding[] }
