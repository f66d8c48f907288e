// What a host gives to initialize, and the files that this script was built with.
import type { EngineFiles } from '../device/engine'
import type { Language } from '../screens/language'
import type { CallOptions } from './called'
import { ProofdeskError } from './errors'
import { wrongIn, type OwnLanguage } from './language'
import { flat } from './session'
import type { TokenSource } from './tokens'

/** What runs on the device. */
export type Flavor = 'FULL' | Build | `${Build}_WITHOUT_MODELS`
type Build = 'VIDEO_ID' | 'MEDIUM' | 'LITE' | 'LIVENESS'

/** The parameters of initialize. */
export interface Config {
  apiBaseUrl: string
  workerUrl?: string // where the page's own origin serves the worker, for a policy that forbids blobs
  accessToken: TokenSource
  flavor?: Flavor
  enableDebug?: boolean
  enableGPS?: boolean // each job says where it was captured, and none is created without
  isUpdateModelsData?: boolean // fetches the engine anew instead of taking it from the browser's cache
  preset?: string
  language?: Language | OwnLanguage
  applicant?: string
  sdkCustomizationOptions?: Record<string, unknown>
}

/** What the build writes into the script: the version of the SDK and the files that belong to it. */
declare const __PROOFDESK__: { version: string, files: EngineFiles }

export const build = __PROOFDESK__

const names = [
  'apiBaseUrl', 'accessToken', 'flavor', 'enableDebug', 'enableGPS', 'isUpdateModelsData', 'preset', 'language',
  'applicant', 'sdkCustomizationOptions', 'workerUrl',
]

/** Refuses parameters that are missing, unknown or of a wrong type, and names all of them at once. */
export function checkConfig(config: Config): void {
  const wrong = unknownIn(config, names)
  if (typeof config?.apiBaseUrl !== 'string' || !/^https?:\/\/[^/]+$/.test(config.apiBaseUrl)) {
    wrong.push('apiBaseUrl must be the address of the server without a path, such as https://desk.example')
  }
  if (!['string', 'function'].includes(typeof config?.accessToken) || !config.accessToken) {
    wrong.push('accessToken must be a token, or a function that fetches one')
  }
  for (const name of ['enableDebug', 'enableGPS', 'isUpdateModelsData'] as const) {
    if (!['boolean', 'undefined'].includes(typeof config?.[name])) wrong.push(`${name} must be true or false`)
  }
  if (config?.workerUrl !== undefined && originOf(config.workerUrl) !== location.origin) {
    wrong.push('workerUrl must be an address of the origin of this page')
  }
  refuse([...wrong, ...unsendable(config), ...wrongIn(config?.language)])
}

/** Refuses what a call that captures does not take. */
export function checkOwn(own: CallOptions): void {
  refuse([...unknownIn(own, ['sdkCustomizationOptions']), ...unsendable(own)])
}

function refuse(wrong: string[]): void {
  if (wrong.length > 0) throw new ProofdeskError('REFUSED', wrong.join('; '))
}

const unknownIn = (of: object | undefined, known: string[]): string[] =>
  Object.keys(of ?? {}).filter(name => !known.includes(name)).map(name => `${name} is unknown`)

const unsendable = (of?: CallOptions): string[] => Object.entries(flat(of?.sdkCustomizationOptions ?? {}))
  .filter(([, value]) => !sendable(value))
  .map(([path]) => `sdkCustomizationOptions.${path} must be a text, a number, true, false or a list`)

/** Reports whether a value reaches the server as it is: what JSON leaves out would be dropped without a word. */
const sendable = (value: unknown): boolean => Array.isArray(value) || value === null || value === undefined ||
  ['string', 'boolean'].includes(typeof value) || Number.isFinite(value)

/** Returns the origin of an address on this page; undefined where it is none. */
function originOf(address: unknown): string | undefined {
  try {
    return new URL(String(address), location.href).origin
  } catch {
    return undefined
  }
}
