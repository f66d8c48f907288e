// Which lens of a device is opened. A facing mode leaves that to the browser, and some choose a lens without focus, or
// one that sees heat in place of light.
import { ProofdeskError } from '../client/errors'
import { streamOf, type Wanted } from './stream'
import { virtualName } from './virtual'

const infrared = /\bir\b|infra-?red/i

/** Lenses that focus on what is near, by their names on iOS, which changes between several, and Android. */
const near = [/back triple camera/i, /back dual wide camera/i, /camera2? 0, facing back/i]

/** What browsers know of focus beside the standard's capabilities. */
interface Focus { focusMode?: string[] }

/** What is told of a lens. */
type Named = Pick<MediaDeviceInfo, 'kind' | 'label' | 'deviceId'>

/**
 * Returns the id of the lens that a picture is to be taken with in place of the one that the browser chose: the same
 * one where it is as good as any, and none where the device has only lenses which see infrared light.
 */
export function lensFor(
  { facing }: Wanted, track: MediaStreamTrack, devices: readonly Named[],
): string | undefined {
  const own = track.getSettings().deviceId ?? ''
  const fit = devices.filter(({ kind, label }) => kind === 'videoinput' && !infrared.test(label) && !virtualName(label))
  if (infrared.test(track.label)) return fit[0]?.deviceId
  const { focusMode } = (track.getCapabilities?.() ?? {}) as Focus
  if (facing === 'user' || focusMode?.includes('continuous')) return own
  for (const name of near) {
    if (name.test(track.label)) return own
    const better = fit.find(({ label }) => name.test(label))
    if (better) return better.deviceId
  }
  return own
}

/** Opens lenses and keeps which one was found to be the best. */
export class Lens {
  private readonly best: Partial<Record<Wanted['facing'], string>> = {}

  async open(wanted: Wanted, left: AbortSignal): Promise<MediaStream> {
    const { [wanted.facing]: known } = this.best
    const stream = await streamOf(wanted, left, known)
    const [track] = stream.getVideoTracks()
    if (known !== undefined || !track) return stream
    const best = lensFor(wanted, track, await navigator.mediaDevices.enumerateDevices().catch(() => []))
    if (best === (track.getSettings().deviceId ?? '')) {
      this.best[wanted.facing] = best
      return stream
    }
    for (const one of stream.getTracks()) one.stop() // as phones open one at a time
    if (best === undefined) throw new ProofdeskError('CAMERA_NONE', 'the only camera sees infrared light')
    this.best[wanted.facing] = best
    return streamOf(wanted, left, best)
  }
}
