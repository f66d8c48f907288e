// What the hosted capture page says of a function or a request: what is captured and why, and what the applicant
// agrees to.
import type { Opened } from './link'
import type { Saying } from './words'

/** Returns what an applicant needs for a function. */
export function aboutOf(name: string): Saying {
  const special: Record<string, Saying> = {
    VOICE_CAPTURE: 'aboutVoice', SIGNATURE_CAPTURE: 'aboutSignature', VIDEO_ID: 'aboutVideo',
  }
  return special[name] ?? 'about'
}

/** Returns what a function captures and why; second says that the preset asks for another ID after the first. */
export function reasonsOf(name: string, second = false): [what: Saying, why: Saying][] {
  const card: [Saying, Saying][] = [['card', 'cardWhy']]
  if (second) card.push(['secondCard', 'cardWhy'])
  switch (name) {
    case 'DOCUMENT_CAPTURE': return [['page', 'pageWhy']]
    case 'VOICE_CAPTURE': return [['voice', 'voiceWhy']]
    case 'VIDEO_ID': return [['face', 'againWhy'], ['film', 'voiceWhy']]
    case 'FINGERPRINT_CAPTURE': return [['fingers', 'pageWhy']]
    case 'SIGNATURE_CAPTURE': return [['signature', 'pageWhy']]
    case 'ID_VALIDATION': return card
    case 'ID_VALIDATION_FACE_MATCH':
    case 'ENROLLMENT': return [...card, ['face', 'matchWhy']]
    case 'BIOMETRIC_ENROLLMENT': return [['face', 'enrolWhy']]
    case 'CUSTOMER_VERIFICATION': return [['face', 'againWhy']]
    default: return [['face', 'faceWhy']]
  }
}

/**
 * Returns what an applicant is asked for anew and why, or else what a function captures. With a face comes a film where
 * the browser has to record one.
 */
export function wanted(
  { function: name, asked, secondId, film }: Pick<Opened, 'function' | 'asked' | 'secondId' | 'film'>,
): [what: Saying, why: Saying][] {
  const all: [Saying, Saying][] = asked
    ? asked.captures.map(({ kind, reason }) => [kind as Saying, reason as Saying]) : reasonsOf(name, secondId)
  const moves: [Saying, Saying][] = film && name !== 'VIDEO_ID' && seesFace(all) ? [['filmed', 'filmedWhy']] : []
  return [...all, ...moves]
}

const seesFace = (all: [what: Saying, why: Saying][]): boolean =>
  all.some(([what]) => what === 'face' || what === 'selfie')

/** Returns the sentences that an applicant agrees to. */
export function termsOf(of: Pick<Opened, 'function' | 'asked'>): Saying[] {
  const { function: name } = of
  const seen = seesFace(wanted(of))
  const measured: Saying[] = seen ? ['measured'] : []
  if (seen && ['ENROLLMENT', 'BIOMETRIC_ENROLLMENT'].includes(name)) measured.push('stored')
  if (name === 'FINGERPRINT_CAPTURE') measured.push('printsMeasured')
  return ['terms', ...measured, 'otherWay']
}
