let times = 0

/** A signature is written again: its picture is loaded anew, which begins its animation. */
export function replay(): void {
  document.addEventListener('click', event => {
    const button = (event.target as Element).closest('[data-replay]')
    const picture = button?.parentElement?.querySelector<HTMLImageElement>('img.strokes')
    if (picture) picture.src = `${picture.src.split('&again=')[0]}&again=${++times}`
  })
}
