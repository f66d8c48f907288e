// Notices that a camera gives no more frames though nothing says so, as it happens after a call or in a page that was
// out of sight.

/** How often a video is looked at, in milliseconds, and how often in a row it may show no new frame. */
const every = 500
const most = 4

/** Looks at the video of a camera. */
export class Pulse {
  private timer?: number
  private frames = 0
  private counts = false // whether the browser counts frames at all
  private still = 0 // how often in a row there was no new one
  private beats = 0 // how often in a row there was one
  private times = 0 // how often the camera stood since there were some

  /**
   * Stalled is called each time that a video on a page in sight had no new frame for two seconds, with how often that
   * was since it had some; seen is called when the page is in sight again.
   */
  constructor(
    private readonly video: HTMLVideoElement, private readonly stalled: (times: number) => void,
    private readonly seen: () => void,
  ) {}

  start(): void {
    if (this.timer !== undefined) return
    this.still = this.times = 0
    this.timer = window.setInterval(() => this.look(), every)
    document.addEventListener('visibilitychange', this.show)
  }

  stop(): void {
    window.clearInterval(this.timer)
    this.timer = undefined
    document.removeEventListener('visibilitychange', this.show)
  }

  private readonly show = (): void => { if (!document.hidden) this.seen() }

  private look(): void {
    const { totalVideoFrames } = this.video.getVideoPlaybackQuality()
    const beats = totalVideoFrames > this.frames
    this.frames = totalVideoFrames // of a new stream from none on
    this.counts ||= beats
    this.beats = beats ? this.beats + 1 : 0
    if (this.beats > 1) this.times = 0 // the last frame of a stream may come once more
    const { srcObject, videoWidth, isConnected } = this.video
    const blind = !srcObject || videoWidth > 0 && !this.counts // without a stream, one is being opened
    this.still = beats || blind || document.hidden || !isConnected ? 0 : this.still + 1
    if (this.still < most) return
    this.still = 0
    this.stalled(++this.times)
  }
}
