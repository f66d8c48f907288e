// What some devices do for a camera: the light beside it, and a lens that magnifies.
import type { Camera } from './camera'

/** What browsers know of such devices beside the standard's capabilities and settings. */
interface Able { torch?: boolean, zoom?: { min: number, max: number } }
interface Set { torch?: boolean, zoom?: number }

const ableTo = ({ tracks: [track] }: Camera): Able => (track?.getCapabilities?.() ?? {}) as Able
const setOf = ({ tracks: [track] }: Camera): Set => (track?.getSettings() ?? {}) as Set

/** Sets one of both and keeps the other. Where the device does not do so, all stays as it was. */
async function change(camera: Camera, to: Set): Promise<void> {
  const { torch, zoom } = setOf(camera)
  const kept = { ...torch !== undefined && { torch }, ...zoom !== undefined && { zoom } }
  const advanced = [{ ...kept, ...to } as MediaTrackConstraintSet]
  await camera.tracks[0]?.applyConstraints({ advanced }).catch(() => {})
}

/** Reports whether a camera's light is on; undefined where it has none. */
export const litBy = (camera: Camera): boolean | undefined => ableTo(camera).torch ? !!setOf(camera).torch : undefined

/** Turns a camera's light on or off. */
export const turnLight = (camera: Camera): Promise<void> => change(camera, { torch: !litBy(camera) })

/** Magnifies as much as wanted and possible, and returns how much the camera did before; undefined where none can. */
export async function magnify(camera: Camera, wanted: number): Promise<number | undefined> {
  const { zoom: range } = ableTo(camera)
  const { zoom: before } = setOf(camera)
  if (!range || before === undefined) return undefined
  await change(camera, { zoom: Math.min(Math.max(wanted, range.min), range.max) })
  return before
}
