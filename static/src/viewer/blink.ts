// Blinking: while the space bar is held, the two pictures replace each other.
import { layFaces } from './compare'
import { comparing, inPane, type Stage } from './stage'

const each = 450 // ms

/** Returns what starts the blinking and what ends it. */
export function blinker(stage: Stage): { start: () => void, stop: () => void } {
  const classList = stage.element.classList
  let timer = 0
  let laid = false // whether the faces lie over each other meanwhile

  // Two whole pictures are laid over each other by their faces, chosen details stay where they are.
  const canLay = () => !comparing(stage) && ['a', 'b'].every(pane => {
    const view = inPane(stage, pane)
    return view?.figure.dataset.eyes && view.zoom?.getScale() === 1
  })

  return {
    start() {
      if (timer || stage.views.length < 2) return
      classList.add('blink-a')
      laid = canLay()
      if (laid) layFaces(stage, true)
      timer = setInterval(() => classList.toggle('blink-b', !classList.toggle('blink-a')), each)
    },
    stop() {
      if (!timer) return
      clearInterval(timer)
      timer = 0
      classList.remove('blink-a', 'blink-b')
      if (laid) layFaces(stage, false)
    },
  }
}
