// What each button of the toolbar does to a picture.
import { toggleBoxes } from './boxes'
import { layFaces, toggleCompare } from './compare'
import { addContrast, brighten, resetLight, toggleInvert } from './light'
import { resetTurn, turn } from './rotation'
import { comparing, showPressed, shownViews, type Stage, type View } from './stage'
import { alone, joined, showWhole, zoomed } from './zoom'

// Tools by the names on their buttons. What is returned is shown on the button: whether the tool is on.
const tools: Record<string, (stage: Stage, view: View) => boolean | void> = {
  fit: showAsItCame,
  whole: showAll,
  in(stage, view) {
    view.zoom?.zoomIn({ animate: !joined(stage) })
    zoomed(stage, view)
  },
  out(stage, view) {
    view.zoom?.zoomOut({ animate: !joined(stage) })
    zoomed(stage, view)
  },
  turn(stage, view) {
    for (const one of comparing(stage) ? shownViews(stage) : [view]) turn(one)
    if (comparing(stage)) layFaces(stage, true)
  },
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

/** Shows the whole picture, and the other one where it goes along; compared faces lie over each other again. */
function showAll(stage: Stage, view: View): void {
  for (const one of joined(stage) ? shownViews(stage) : [view]) alone(stage, () => showWhole(stage, one))
  if (comparing(stage)) layFaces(stage, true)
}

/** Shows the whole picture without turns and light. */
function showAsItCame(stage: Stage, view: View): void {
  for (const one of joined(stage) ? shownViews(stage) : [view]) {
    resetTurn(one)
    resetLight(one)
  }
  showAll(stage, view)
  for (const name of ['invert', 'bright', 'contrast']) showPressed(stage, name, false)
}
