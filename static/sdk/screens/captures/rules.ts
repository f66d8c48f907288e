// Rules of prompts: what is measured, and on which side of which limit it has to be.
import type { Rule } from '../scene'

/** Wants a prompt where a measurement is below a limit. */
export const below = (measure: string, limit: string): Rule => ({ measure, limit })

/** Wants a prompt where a measurement is above a limit. */
export const above = (measure: string, limit: string): Rule => ({ measure, limit, above: true })

/** Wants a prompt where a document is narrower than the frame by more than a share of it. */
export const narrow = (limit: string): Rule => ({ measure: 'width', limit, bound: share => 1 - share })

/** Wants a prompt where a document is wider than the frame by more than a share of it. */
export const wide = (limit: string): Rule => ({ measure: 'width', limit, above: true, bound: share => 1 + share })
