// What is wrong with a picture that was taken, as far as this device can tell. The server judges it again, and alone.
import type { Found } from '../device/message'

/** Why a picture is not sent: it can't be used, it is of a copy, or the face on it is on something that is held. */
export type Wrong = 'failed' | 'copied' | 'fake'

/** Reports whether nothing can be done with a picture: it can't be read, or does not show what was asked for. */
export function useless(kind: string, { fault, document, faces, prompts = [] }: Found): boolean {
  if (fault) return true
  if (kind === 'selfie') return !faces?.length || prompts.includes('multipleFaces')
  return !document && prompts.includes('alignDocumentText')
}

/** Reports whether the document on a picture is a copy or on a screen. */
export const isCopy = ({ checks = [] }: Found): boolean =>
  checks.some(({ code, outcome }) => code === 'document.realness' && outcome === 'FAIL')

/**
 * Returns how likely a face is not on a sheet or a screen that is held before the camera, 0 to 1: 1 less the confidence
 * in an outline around the face that lies within the picture as a whole. Found is what is there to a reader of
 * documents.
 */
export function liveness({ box }: NonNullable<Found['faces']>[number], { document, width, height }: Found): number {
  if (!document || !width || !height) return 1
  const [xs, ys] = [0, 1].map(axis => document.corners.filter((_, i) => i % 2 === axis))
  const edge = .01 * Math.max(width, height)
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const whole = left > edge && top > edge && right < width - edge && bottom < height - edge
  const around = left < box.x && right > box.x + box.w && top < box.y && bottom > box.y + box.h
  return whole && around ? 1 - document.confidence : 1
}
