// What the screens with a camera have in common: the top bar, the camera, the frame and the bottom bar.
import { button, make, setGround, style } from './dom'
import { bottomOf, frameOf } from './frame'
import { icon } from './icon'
import type { Pen } from './pen'
import type { Taking, ToneName } from './scene'

/** The parts of a screen with a camera that its own content goes into. */
export interface Stage { over: HTMLElement, foot: HTMLElement, frame: HTMLElement }

/** Draws a screen with a camera, without its prompt and buttons. */
export function stage(pen: Pen, section: HTMLElement, tone: ToneName): Stage {
  const { taking } = pen.capture
  const root = pen.of(section)
  section.classList.add('dark')
  if (pen.capture.when && !root.flag(pen.capture.when)) section.dataset.off = pen.capture.when
  for (const limit of taking.limits ?? []) root.number(limit)
  if (taking.ground) {
    setGround(section, root, taking.ground)
    style(section, { '--scrim': root.scrim(taking.ground) })
  }
  const bar = barOf(pen, taking)
  const frame = frameOf(pen, taking, tone)
  const over = make('div', 'over', frame)
  putLabel(pen, taking, bar, over)
  const foot = make('footer', 'foot')
  if (taking.hint) foot.append(pen.part('p', 'hint', taking.hint))
  if (taking.bottom) foot.append(bottomOf(pen, taking.bottom))
  section.append(bar, make('div', 'stage', cameraOf(pen, taking), over), foot)
  return { over, foot, frame }
}

function cameraOf(pen: Pen, taking: Taking): HTMLElement {
  const camera = make('div', 'camera')
  if (pen.scene.camera) camera.append(pen.scene.camera)
  if (taking.lens && pen.of(camera).text(taking.lens) === 'FRONT') camera.dataset.mirrored = ''
  return camera
}

function barOf(pen: Pen, taking: Taking): HTMLElement {
  const bar = make('header', 'bar')
  const read = pen.of(bar)
  if (taking.bar) setGround(bar, read, taking.bar)
  bar.append(pen.cancel(taking.cancel))
  const { title } = taking
  if (title && !(title.hide && read.flag(title.hide))) bar.append(pen.part('h1', 'title', title))
  const tools = make('span', 'tools')
  const { lit, filmed } = pen.scene
  if (lit !== undefined) {
    const light = toolOf(pen, 'light')
    light.setAttribute('aria-pressed', String(lit))
    tools.append(light)
  }
  const other = taking.toggles.filter(toggle => read.flag(toggle)).length > 0
  if (other && !filmed) tools.append(toolOf(pen, 'switch'))
  if (tools.firstChild) bar.append(tools)
  return bar
}

function toolOf(pen: Pen, name: 'light' | 'switch'): HTMLButtonElement {
  const tool = button('tool', name)
  tool.setAttribute('aria-label', pen.say(name))
  tool.append(icon(name))
  return tool
}

/** Puts the label where its gravity says, unless one of several moves is asked for. What hides it is recorded there. */
function putLabel(pen: Pen, taking: Taking, bar: HTMLElement, over: HTMLElement): void {
  const { label } = taking
  if (!label || pen.scene.move && pen.scene.phrase || label.hide && pen.of(over).flag(label.hide)) return
  const made = pen.part(taking.title ? 'p' : 'h1', 'label', label)
  const gravity = label.gravity ? pen.of(made).text(label.gravity) : 'CENTER'
  if (gravity === 'TOP' && label.risesToBar) {
    made.className = 'title'
    bar.append(made)
    return
  }
  made.classList.add(gravity.toLowerCase())
  over.prepend(made)
}
