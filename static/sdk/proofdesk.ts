// The web SDK, as a host imports it.
import { FingerPrints } from './client/fingers'
import { IdentityProofing } from './client/identity'
import { Signatures } from './client/signature'
import { Sole } from './client/sole'

export { errorCodes, ProofdeskError, type ErrorCode, type FieldError } from './client/errors'
export { checkSupport, type FunctionName, type Support } from './client/support'
export type { Config, Flavor } from './client/config'
export type { OwnLanguage } from './client/language'
export type { TokenSource } from './client/tokens'
export type { EventName, Events, Listener } from './client/events'
export type { AutoFillResult, CallOptions, CaptureResult, Numbered, SingleKind } from './client/called'
export type { Shown } from './flow/all'
export type { Filled, FilledField } from './flow/filling'
export type { PrintMap } from './flow/prints'
export type { FieldName } from './screens/fields'
export type { Language } from './screens/language'
export type { FingerPrintConfig, FingerPrintResponse, FingerPrintResult } from './client/fingers'
export type { SignatureConfig, SignatureResult } from './client/signature'
export type { Submitted } from './client/job'

/** The session of this page. */
const capturing = new Sole()
export const IdentityProofingSDK = new IdentityProofing(undefined, capturing)

/** Captures signatures in the same session. */
export const SignatureSDK = new Signatures(capturing)

/** Captures fingers in the same session. */
export const FingerPrintCaptureSDK = new FingerPrints(capturing)
