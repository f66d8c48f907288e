// The size of the phone: as large as its place allows, and never larger than a phone is.

/** The screen of a phone that many applicants have, in CSS pixels. */
const phone = { short: 360, long: 720 }

/** What is left free around the phone, its edge included. */
const margin = 32

/** Gives the frame the size of a phone, upright or turned, and scales it into its place. */
export function sized(pane: HTMLElement, frame: HTMLIFrameElement, wide: boolean): void {
  const place = pane.querySelector<HTMLElement>('[data-phone]')
  if (!place?.parentElement) return
  const [width, height] = wide ? [phone.long, phone.short] : [phone.short, phone.long]
  const room = place.parentElement
  const scale = Math.min(1, (room.clientWidth - margin) / width, (room.clientHeight - margin) / height)
  const set = (element: HTMLElement, name: string, value: string) => element.style.setProperty(name, value)
  set(frame, 'width', `${width}px`)
  set(frame, 'height', `${height}px`)
  set(frame, 'transform', `scale(${scale})`)
  set(place, 'width', `${width * scale}px`)
  set(place, 'height', `${height * scale}px`)
}

/** Sizes the phone now and whenever its place changes: prompts and findings below it take room too. */
export function watchSize(pane: HTMLElement, frame: HTMLIFrameElement, wide: () => boolean): void {
  const room = pane.querySelector('[data-phone]')?.parentElement
  if (room) new ResizeObserver(() => sized(pane, frame, wide())).observe(room)
}
