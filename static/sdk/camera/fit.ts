// How the picture of a camera lies in its element.

type Size = { width: number, height: number }

/** Reports whether a picture is shown as a whole: less than half of one that filled its element would be seen. */
export function fits(picture: Size, element: Size): boolean {
  const share = picture.width * element.height / (picture.height * element.width)
  return Math.min(share, 1 / share) < .5
}

/** Shows a video as a whole where it has to be, and else lets it fill its element. */
export function fit(video: HTMLVideoElement): void {
  const turn = (): void => {
    const picture = { width: video.videoWidth, height: video.videoHeight }
    video.style.objectFit = fits(picture, { width: video.clientWidth, height: video.clientHeight }) ? 'contain' : ''
  }
  video.addEventListener('resize', turn)
  new ResizeObserver(turn).observe(video)
}
