// Turning a picture by quarters.
import { orientation } from './geometry'
import type { View } from './stage'

/** Turns a picture by a quarter, counter-clockwise. */
export function turn(view: View): void {
  view.turn = (view.turn + 270) % 360
  applyTurn(view)
}

/** Turns a picture back to how the server shows it first. */
export function resetTurn(view: View): void {
  view.turn = Number(view.figure.dataset.turn) || 0
  applyTurn(view)
}

function applyTurn({ figure, shot, turn }: View): void {
  const { viewBox, transform } = orientation(turn, Number(figure.dataset.w), Number(figure.dataset.h))
  shot?.setAttribute('viewBox', viewBox)
  shot?.querySelector('.turner')?.setAttribute('transform', transform)
}
