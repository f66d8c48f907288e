// What a browser must have before a link is given to it.
import { against, devicesFor } from '../client/support'
import { failures } from './failures'
import type { Opened } from './link'
import type { Saying } from './words'

/** What an applicant reads where a device is missing. The SDK itself tells of one that is refused. */
const missing: Record<string, Saying> = { CAMERA_NONE: 'cameraNone', MICROPHONE_NONE: 'microphoneNone' }

/** Returns what an applicant reads where this browser can't perform the function of a link; undefined where it can. */
export async function lack({ function: name, film, specimen }: Opened): Promise<Saying | undefined> {
  const devices = specimen ? [] : devicesFor(name) // a specimen is played without a device
  const code = await against(film ? [...devices, 'FILM'] : devices)
  return code ? missing[code] ?? failures[code] : undefined
}
