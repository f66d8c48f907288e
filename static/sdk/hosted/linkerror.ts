// Why a link can't be used, for good or for now.
import type { Saying } from './words'

/**
 * Why a link can't be used: it doesn't exist, another browser has it or it has ended, it is for a phone, this page is
 * older than the server, the server has too much to do or fails, or it can't be reached.
 */
export class LinkError extends Error {
  constructor(readonly code: 'UNKNOWN' | 'TAKEN' | 'PHONE' | 'STALE' | 'BUSY' | 'SERVER' | 'NETWORK') { super(code) }

  /** What an applicant reads where the same call may succeed later; nothing where it can't. */
  get passing(): Saying | undefined { return passing[this.code] }
}

const passing: Partial<Record<LinkError['code'], Saying>> = { BUSY: 'wait', SERVER: 'failed', NETWORK: 'network' }

const codes: Record<number, LinkError['code']> = {
  400: 'STALE', 403: 'PHONE', 404: 'UNKNOWN', 409: 'TAKEN', 429: 'BUSY',
}

/** Returns the error for the status of an answer. */
export const refusal = (status: number): LinkError => new LinkError(codes[status] ?? 'SERVER')
