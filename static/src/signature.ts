// A signature that is written again: its picture is loaded anew, which restarts its animation.
import { onClick } from './dom'

let times = 0

/** Listens to the buttons that write a signature again. */
export function signatures(): void {
  onClick('[data-replay]', button => {
    const picture = button.parentElement?.querySelector<HTMLImageElement>('img.strokes')
    if (picture) picture.src = `${picture.src.split('&again=')[0]}&again=${++times}`
  })
}
