// The configuration that a host gives to one of the two capture libraries, in place of the options of its preset.
import type { Options } from '../screens/options'
import { ProofdeskError } from './errors'
import { overridden } from './overridden'
import { flat } from './session'

/** Returns options with those of a configuration in their place: its keys are names in a block, numbers may be text. */
export function configured(options: Options, block: string, config: Record<string, unknown>, least = 0): Options {
  const { values } = options
  const set = Object.entries(flat(config)).map(([key, value]) => {
    const path = `${block}.${key}`
    if (typeof values[path] !== 'number') return [path, value]
    const number = String(value).trim() ? Number(value) : NaN
    if (number >= least && number < Infinity) return [path, number]
    throw new ProofdeskError('REFUSED', `${key} must be a number of at least ${least}`)
  })
  return options.with(overridden(values, Object.fromEntries(set)))
}
