// The buttons beside a camera's picture: its light, and the other camera.
import type { Camera } from './camera'
import { turnLight } from './light'

const tools = ['light', 'switch'] as const
export type Tool = typeof tools[number]

/** Reports whether what an applicant does is for the camera. */
export const isTool = (action: string): action is Tool => (tools as readonly string[]).includes(action)

/** Returns what turns a camera's light and switches to the other camera, one after the other: further taps wait not. */
export function toolsOf(camera: Camera): (tool: Tool) => void {
  let busy = false
  return tool => {
    if (busy) return
    busy = true
    void (tool === 'light' ? turnLight(camera) : camera.turn()).finally(() => { busy = false })
  }
}
