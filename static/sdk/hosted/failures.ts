// What an applicant reads on the hosted capture page where a call of the SDK failed.
import type { ErrorCode } from '../client/errors'
import { isTrouble } from '../screens/trouble'
import type { Saying } from './words'

/** Reports whether the applicant left, also where they gave up on what the SDK has told them of. */
export const wasLeft = (code: ErrorCode): boolean =>
  code === 'CANCELLED' || isTrouble(code) && code !== 'RATE_LIMITED'

/** What an applicant reads where a call of the SDK failed. */
export const failures: Record<string, Saying> = {
  NOT_SUPPORTED: 'unsupported',
  INSECURE_CONTEXT: 'unsupported',
  NETWORK: 'network',
  TIMEOUT: 'network',
  RETRY_LIMIT: 'tooOften',
  RATE_LIMITED: 'wait',
  OUTDATED: 'outdated',
  WRONG_DOCUMENT: 'otherSide',
  ENGINE_LOAD: 'checker',
  ENGINE_CRASHED: 'checker',
}
