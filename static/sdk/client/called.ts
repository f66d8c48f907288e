// What service calls take and resolve with.
import type { Shown } from '../flow/all'
import type { Filled } from '../flow/filling'
import type { Shot } from '../flow/step'
import type { Session } from './session'

/** What every call that captures takes: options over those of initialize, for it alone. */
export interface CallOptions { sdkCustomizationOptions?: Record<string, unknown> }

/** What capture takes singly. */
export type SingleKind = 'id_front' | 'id_back' | 'passport' | 'selfie'

/** What a call takes that is about a customer. */
export interface Numbered extends CallOptions { uniqueNumber: string }

/** What a service call captures in a session. */
export type Shots = (to: Session) => Shot[]

/** What a service call resolves with. */
export interface CaptureResult { jobId: string, function: string, captures: Shown[] }

/** What autoFill resolves with: each field as it was read and as the applicant says it is. */
export interface AutoFillResult extends CaptureResult { fields: Filled }
