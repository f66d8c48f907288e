// The configuration that a host gives to one of the two capture libraries, in place of the options of its preset.
import type { Values } from '../screens/options'
import type { CallOptions } from './called'

/** Returns a configuration as options of a block: its keys are names in the block, and numbers may be text. */
export function configured(values: Values, block: string, config: Record<string, unknown>): CallOptions {
  const set = Object.entries(config).map(([key, value]) => {
    const isNumber = typeof values[`${block}.${key}`] === 'number' && typeof value === 'string' && value.trim()
    return [key, isNumber && !isNaN(Number(value)) ? Number(value) : value]
  })
  return set.length > 0 ? { sdkCustomizationOptions: { [block]: Object.fromEntries(set) } } : {}
}
