// The camera of a link of the playground, whose script is loaded for such a link only.

/** A camera that plays what is asked for. */
export interface Playing {
  /** Shows what belongs to a step. */
  turn(step: string): void
  /** Does what a prompt asks for, where that is a move. */
  prompt(asked: string): void
  /** Keeps still but for that: a picture was taken. */
  still(): void
}

let loaded: Promise<Playing> | undefined

/** Returns the camera that plays a specimen; undefined where the device's own is used. */
export async function playing(specimen?: string): Promise<Playing | undefined> {
  if (!specimen || !navigator.mediaDevices) return undefined // without them, nothing opens a camera
  loaded ??= load(specimen)
  try {
    return await loaded
  } catch (cause) {
    loaded = undefined // so that the applicant can try again
    throw cause
  }
}

async function load(specimen: string): Promise<Playing> {
  const script = document.querySelector<HTMLElement>('script[data-playing]')!.dataset.playing!
  const { play } = await import(script) as { play(specimen: string): Playing }
  return play(specimen)
}
