// Times as they are written: pure functions.

const two = (n: number): string => String(n).padStart(2, '0')

/** Writes the time that is left, in milliseconds, as 04:59 or 1:00:00; what is overdue has a minus. */
export function countdown(ms: number): string {
  const sign = ms < 0 ? '-' : ''
  const s = Math.floor(Math.abs(ms) / 1000)
  const hours = s < 3600 ? '' : Math.floor(s / 3600) + ':'
  return `${sign}${hours}${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`
}

/** Writes a place in a video, in seconds, as 01:02.35. */
export function timecode(s: number): string {
  return `${two(Math.floor(s / 60))}:${(s % 60).toFixed(2).padStart(5, '0')}`
}

/** Writes how long something took, in milliseconds, in the largest unit that fits. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${+(ms / 1000).toFixed(1)} s`
  if (ms < 3_600_000) return `${+(ms / 60_000).toFixed(1)} min`
  return `${+(ms / 3_600_000).toFixed(1)} h`
}
