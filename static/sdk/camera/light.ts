// The light beside a camera, which some devices have for the one that looks away from the applicant.
import type { Camera } from './camera'

/** What browsers with such a light know beside the standard's capabilities and settings. */
interface Lit { torch?: boolean }

/** Reports whether a camera's light is on; undefined where it has none. */
export function litBy({ tracks: [track] }: Camera): boolean | undefined {
  if (!(track?.getCapabilities?.() as Lit | undefined)?.torch) return undefined
  return !!(track.getSettings() as Lit).torch
}

/** Turns a camera's light on or off. Where the device does not do so, all stays as it was. */
export async function turnLight(camera: Camera): Promise<void> {
  const torch = { torch: !litBy(camera) } as MediaTrackConstraintSet
  await camera.tracks[0]?.applyConstraints({ advanced: [torch] }).catch(() => {})
}
