// Sound as WAV, which the server's engine reads: PCM of 16 bits, one channel.

/** Samples from -1 to 1, and how many of them a second has. */
export interface Sound { samples: Float32Array, rate: number }

/** How many samples a second keeps at least. Speech has little above half of that. */
const leastRate = 22_050

/** Returns a sound with as few samples as speech needs: each is the mean of some that the microphone gave. */
export function thinned({ samples, rate }: Sound): Sound {
  const thin = Math.max(1, Math.floor(rate / leastRate))
  const kept = new Float32Array(Math.floor(samples.length / thin))
  for (let at = 0; at < kept.length; at++) {
    let sum = 0
    for (let i = 0; i < thin; i++) sum += samples[at * thin + i]
    kept[at] = sum / thin
  }
  return { samples: kept, rate: Math.round(rate / thin) }
}

/** Returns a sound as a WAV file. */
export function wavOf({ samples, rate }: Sound): Uint8Array {
  const head = 44
  const view = new DataView(new ArrayBuffer(head + 2 * samples.length))
  const write = (at: number, text: string): void => {
    for (let i = 0; i < text.length; i++) view.setUint8(at + i, text.charCodeAt(i))
  }
  write(0, 'RIFF')
  view.setUint32(4, view.byteLength - 8, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true) // PCM
  view.setUint16(22, 1, true) // channels
  view.setUint32(24, rate, true)
  view.setUint32(28, 2 * rate, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  write(36, 'data')
  view.setUint32(40, 2 * samples.length, true)
  samples.forEach((sample, at) =>
    view.setInt16(head + 2 * at, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true))
  return new Uint8Array(view.buffer)
}

/** Returns the largest magnitude in samples. */
export const peakOf = (samples: Float32Array): number =>
  samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)

/** Returns which share of samples is above a magnitude, from 0 to 1. */
export const shareAbove = (samples: Float32Array, magnitude: number): number =>
  samples.reduce((count, sample) => Math.abs(sample) >= magnitude ? count + 1 : count, 0) / samples.length
