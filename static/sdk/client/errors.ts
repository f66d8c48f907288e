// The errors of the SDK: a closed list of codes, which the documentation explains one by one.

/** Each code, and whether the same call can succeed when it is made again. */
const retryable = {
  NOT_SUPPORTED: false, // the browser lacks what capturing needs
  INSECURE_CONTEXT: false, // the page is not served over https
  BLOCKED_BY_POLICY: false, // a header or an iframe denies the camera or the microphone
  CSP_BLOCKED: false, // the page's content security policy denies the engine
  CAMERA_DENIED: true,
  CAMERA_NONE: false,
  CAMERA_BUSY: true,
  CAMERA_ENDED: true,
  MICROPHONE_DENIED: true,
  MICROPHONE_NONE: false,
  MICROPHONE_BUSY: true, // also where it was taken away
  LOCATION_DENIED: true, // the applicant, the browser or a policy refuses what enableGPS asks for
  LOCATION_NONE: true, // the device did not find out where it is
  ENGINE_LOAD: true,
  ENGINE_CRASHED: true,
  TOKEN_INVALID: false,
  TOKEN_REFRESH_FAILED: true,
  NETWORK: true,
  SERVER: true,
  REFUSED: false, // the server refuses the request: fields say what is wrong with it
  RATE_LIMITED: true,
  TIMEOUT: true,
  OUTDATED: false, // a film waited longer than its challenge is valid: another service call takes it anew
  WRONG_DOCUMENT: true, // another document or side was shown for too long, and the preset ends the capture there
  RETRY_LIMIT: true, // a capture failed as often as it may; another call begins anew
  CANCELLED: true,
  TAKEN_OVER: true, // another tab has the capture link now: the hosted capture page
  BUSY: true, // another call of this page is still open, or another script of it has a session
  STORAGE: false, // told by an event alone: a reload would lose what the server does not have yet
  UNLOADED: true, // initialize has not been called, or destroy was
} satisfies Record<string, boolean>

export type ErrorCode = keyof typeof retryable

/** Every code. */
export const errorCodes = Object.keys(retryable) as ErrorCode[]

/** What is wrong with one field of a request. */
export interface FieldError { field: string, rule: string, message: string }

/** The error that every call of the SDK rejects with. Its message is for developers; applicants never see it. */
export class ProofdeskError extends Error {
  readonly retryable: boolean

  constructor(readonly code: ErrorCode, message: string, readonly fields: FieldError[] = [], cause?: unknown) {
    super(message, { cause })
    this.name = 'ProofdeskError'
    this.retryable = retryable[code]
  }
}

/** Returns any failure as an error of the SDK. */
export function errorOf(cause: unknown, code: ErrorCode = 'SERVER'): ProofdeskError {
  if (cause instanceof ProofdeskError) return cause
  return new ProofdeskError(code, cause instanceof Error ? cause.message : String(cause), [], cause)
}
