// What each button of the toolbar does to a picture.
import { toggleBoxes } from './boxes'
import { toggleCompare } from './compare'
import { addContrast, brighten, resetLight, toggleInvert } from './light'
import { resetTurn, turn } from './rotation'
import { showPressed, type Stage, type View } from './stage'
import { showWhole, zoomed } from './zoom'

// Tools by the names on their buttons. What is returned is shown on the button: whether the tool is on.
const tools: Record<string, (stage: Stage, view: View) => boolean | void> = {
  fit: showAsItCame,
  in(stage, view) {
    view.zoom?.zoomIn()
    zoomed(stage, view)
  },
  out(stage, view) {
    view.zoom?.zoomOut()
    zoomed(stage, view)
  },
  turn: (_, view) => turn(view),
  boxes: toggleBoxes,
  invert: (_, view) => toggleInvert(view),
  bright: (_, view) => brighten(view),
  contrast: (_, view) => addContrast(view),
  sync: stage => stage.together = !stage.together,
  compare: toggleCompare,
}

/** Runs a tool; its key presses its button. */
export function runTool(stage: Stage, view: View, name: string): void {
  const on = tools[name]?.(stage, view)
  if (on !== undefined) showPressed(stage, name, on)
}

/** Shows the whole picture without turns and light. */
function showAsItCame(stage: Stage, view: View): void {
  showWhole(stage, view)
  resetTurn(view)
  resetLight(view)
  for (const name of ['invert', 'bright', 'contrast']) showPressed(stage, name, false)
}
