// The microphone of a capture: opened with a tap, and given back when the recording ends. A script processor
// hears it, because a worklet is a script of its own, which hosts would have to permit with script-src blob:.
import type { Sound } from '../flow/wav'
import { checkDevices, deviceError, drop, stop } from './device'

/** How many samples come at a time: about a tenth of a second. */
const block = 4096

/** What is asked of a microphone: the voice as it is, at the level that suits the device. */
const wanted = { channelCount: 1, echoCancellation: false, noiseSuppression: false, autoGainControl: true }

/** A microphone that records while it is told to. */
export class Microphone {
  private stream?: MediaStream
  private context?: AudioContext
  private parts: Float32Array[] = []
  private recording = false

  /** Heard is called with each block of samples while it records; it is given back once left is aborted. */
  constructor(private readonly heard: (samples: Float32Array) => void, left: AbortSignal) {
    left.addEventListener('abort', () => this.close())
  }

  /** Opens the microphone. It is called by a tap, which lets the browser ask for permission. */
  async open(): Promise<void> {
    if (this.context) return
    checkDevices()
    const context = this.context = new AudioContext()
    let stream: MediaStream
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio: wanted, video: false })
    } catch (cause) {
      this.close()
      throw deviceError('MICROPHONE', cause)
    }
    if (this.context !== context) drop(stream)
    this.stream = stream
    void context.resume()
    const processor = context.createScriptProcessor(block, 1, 1)
    processor.onaudioprocess = ({ inputBuffer }) => {
      if (!this.recording) return
      const samples = inputBuffer.getChannelData(0).slice()
      this.parts.push(samples)
      this.heard(samples)
    }
    context.createMediaStreamSource(stream).connect(processor)
    processor.connect(context.destination) // silence: browsers run only what leads somewhere
  }

  /** Begins a recording. */
  start(): void {
    this.parts = []
    this.recording = true
  }

  /** Ends the recording and returns it. */
  stop(): Sound {
    this.recording = false
    const samples = new Float32Array(this.parts.length * block)
    this.parts.forEach((part, at) => samples.set(part, at * block))
    return { samples, rate: this.rate }
  }

  /** What it hears, for a film. */
  get tracks(): MediaStreamTrack[] { return this.stream?.getTracks() ?? [] }

  /** How many samples a second has. */
  get rate(): number { return this.context?.sampleRate ?? 48_000 }

  /** How long the recording is, in seconds. */
  get seconds(): number { return this.parts.length * block / this.rate }

  /** Gives the microphone back. */
  close(): void {
    this.recording = false
    stop(this.stream)
    void this.context?.close().catch(() => {})
    this.context = this.stream = undefined
  }
}
