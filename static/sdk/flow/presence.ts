// Whether the frames of a film show one face.
import type { Found } from '../device/message'

/** Which share of the frames may show another number of faces than one, and how many may in any case: a slow phone
 * looks at three or four frames of a film, and one may be blurred. */
const astray = .3
const spared = 1

/** How often frames showed one face, or not. */
export class Presence {
  private readonly seen = { all: 0, none: 0, several: 0 }

  /** Counts a frame that the engine has looked at. */
  count({ prompts, faces = [] }: Found): void {
    if (!prompts && !faces.length) return
    this.seen.all++
    if (prompts?.includes('multipleFaces')) this.seen.several++
    else if (!faces.length) this.seen.none++
  }

  /** The prompt for what is wrong with a film; nothing where one face was there all the time, or nothing was seen. */
  get fault(): string | undefined {
    const { all, none, several } = this.seen
    if (none + several <= Math.max(spared, astray * all)) return undefined
    return several > none ? 'several' : 'notLive'
  }
}
