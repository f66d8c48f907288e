// What is wrong with a picture that was taken, as far as this device can tell. The server judges it again, and alone.
import type { Found } from '../device/message'
import { isGood } from './look'

/**
 * Why a picture is not sent: it can't be used, it is of a copy, the face on it is on something that is held, or it does
 * not show the page of a passport, or the side of an ID that was asked for.
 */
export type Wrong = 'failed' | 'copied' | 'fake' | 'page' | 'side'

/** Reports whether nothing can be done with a picture: it can't be read, or does not show what was asked for. */
export function useless(kind: string, { fault, document, faces, prompts = [] }: Found): boolean {
  if (fault) return true
  if (kind === 'selfie') return !faces?.length || prompts.includes('multipleFaces')
  return !document && prompts.includes('alignDocumentText')
}

/** Reports whether the document on a picture is a copy or on a screen. */
export const isCopy = ({ checks = [] }: Found): boolean =>
  checks.some(({ code, outcome }) => code === 'document.realness' && outcome === 'FAIL')

/** Reports whether a kind is the front of an ID, in place of which a passport may be shown. */
export const isFront = (kind: string): boolean => ['id_front', 'secondary_front'].includes(kind)

const isBack = (kind: string): boolean => ['id_back', 'secondary_back'].includes(kind)

/**
 * Returns what is to be shown in place of another kind of document, by what was read on a picture. That nothing was
 * read tells something of a good picture alone, and never as much as a code: where only what is proven counts, it is
 * ignored. A back is another side where a code on it tells so.
 */
export function otherKind(
  kind: string, found: Found, { faces = [], mrzLines = [], symbols = [], checks = [] }: Found, proven: boolean,
): Wrong | undefined {
  const doubtful = !proven && isGood(found)
  const outcome = checks.find(({ code }) => code === 'document.kind')?.outcome
  if (kind === 'passport') {
    return outcome === 'FAIL' || outcome === 'INCONCLUSIVE' && doubtful ? 'page' : undefined
  }
  if (isBack(kind)) return outcome === 'FAIL' && doubtful ? 'side' : undefined
  const nothing = faces.length + mrzLines.length + symbols.length === 0
  return isFront(kind) && nothing && doubtful ? 'side' : undefined
}

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
