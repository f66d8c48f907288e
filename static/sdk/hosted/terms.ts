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

type Reason = [what: Saying, why: Saying]

/** What decides what an applicant is asked for. */
type Wanting = Pick<Opened, 'function' | 'asked' | 'secondId' | 'idFirst' | 'film' | 'enableGPS'>

/** Returns what a function captures and why, in the order of the captures. */
export function reasonsOf({ function: name, secondId, idFirst }: Wanting): Reason[] {
  const card: Reason[] = [['card', 'cardWhy']]
  if (secondId) card.push(['secondCard', 'cardWhy'])
  switch (name) {
    case 'DOCUMENT_CAPTURE': return [['page', 'pageWhy']]
    case 'VOICE_CAPTURE': return [['voice', 'voiceWhy']]
    case 'VIDEO_ID': return [['face', 'againWhy'], ['film', 'filmWhy']]
    case 'FINGERPRINT_CAPTURE': return [['fingers', 'pageWhy']]
    case 'SIGNATURE_CAPTURE': return [['signature', 'pageWhy']]
    case 'ID_VALIDATION': return card
    case 'ID_VALIDATION_FACE_MATCH':
    case 'ENROLLMENT': return idFirst ? [...card, ['face', 'matchWhy']] : [['face', 'matchWhy'], ...card]
    case 'BIOMETRIC_ENROLLMENT': return [['face', 'enrolWhy']]
    case 'CUSTOMER_VERIFICATION': return [['face', 'againWhy']]
    default: return [['face', 'faceWhy']]
  }
}

/**
 * Returns what an applicant is asked for anew and why, or else what a function captures, in the order of the captures.
 * Before that comes the place where a link asks for it, and after a face a film where the browser has to record one.
 */
export function wanted(of: Wanting): Reason[] {
  const { function: name, asked, film, enableGPS } = of
  const all: Reason[] = asked
    ? asked.captures.map(({ kind, reason }) => [kind as Saying, reason as Saying]) : reasonsOf(of)
  const place: Reason[] = enableGPS ? [['place', 'placeWhy']] : []
  const moves: Reason[] = film && name !== 'VIDEO_ID' ? [['filmed', 'filmedWhy']] : []
  return [...place, ...all.flatMap(one => isFace(one) ? [one, ...moves] : [one])]
}

const isFace = ([what]: Reason): boolean => what === 'face' || what === 'selfie'

/** Returns the sentences that an applicant agrees to. */
export function termsOf(of: Pick<Opened, 'function' | 'asked' | 'captureDays'>): Saying[] {
  const { function: name, captureDays } = of
  const seen = wanted(of).some(isFace)
  const special: Saying[] = seen ? ['measured'] : []
  if (seen && ['ENROLLMENT', 'BIOMETRIC_ENROLLMENT'].includes(name)) special.push('stored')
  if (name === 'FINGERPRINT_CAPTURE') special.push('printsMeasured')
  if (captureDays) special.push('removed')
  return ['terms', ...special, 'otherWay']
}
