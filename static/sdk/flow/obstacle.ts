// What stands in the way of a capture, and from when on its screen warns of it.
import type { Capture, Scene } from '../screens/scene'

/**
 * For how long one thing has to stand in the way to be warned of, in milliseconds: as long as a preset waits by default
 * before it warns of a wrong document.
 */
const patience = 5000

/** For how long frames may ask for something else before what stood in the way is gone, in milliseconds. */
const forgotten = 1000

/** Follows what stands in the way of one capture. */
export class Obstacle {
  private name?: string
  private since = 0
  private last = 0

  constructor(private readonly capture: Capture) {}

  /**
   * Returns the screen for the prompt of a frame, at a time in milliseconds; the frame itself came at another where the
   * engine took long. It warns where one prompt about an error has stood long enough, unless the capture has a warning
   * of its own; there another prompt may take its place. Where all is well the obstacle is gone at once.
   */
  look(prompt: string | undefined, now: number, came = now): Pick<Scene, 'screen' | 'prompt'> {
    const { prompts, warns } = this.capture
    const { tone = 'success', later } = prompts.find(({ name }) => name === prompt) ?? {}
    if (tone === 'success' || came - this.last > forgotten) this.name = undefined
    if (tone === 'error' && !this.name) {
      this.name = prompt
      this.since = now
    }
    if (prompt === this.name) this.last = now
    const long = this.name && now - this.since >= patience
    if (long && warns) return { screen: 'warning', prompt: this.name }
    return { screen: 'capture', prompt: long && prompt === this.name && later || prompt }
  }
}
