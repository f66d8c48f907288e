// What the page's content security policy blocks. Browsers tell a script so by an event alone.
import { ProofdeskError } from './errors'

/** Returns the error for a source that the policy of a page, or of another answer, lacks; it names the directive. */
export const lacking = (directive: string, cause?: unknown, of = ''): ProofdeskError => (
  new ProofdeskError('CSP_BLOCKED', `the content security policy ${of}lacks: ${directive}`, [], cause)
)

/** Does work that needs a source, such as "connect-src https://desk.example". It says so where the policy blocks it. */
export async function allowed<T>(needed: string, work: () => Promise<T>): Promise<T> {
  const [directive, source] = needed.split(' ')
  let blocked = false
  const hear = ({ disposition, effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
    if (disposition !== 'enforce' || effectiveDirective !== directive) return
    blocked ||= source === `${blockedURI}:` || blockedURI.startsWith(source) // a blob has no more than its scheme
  }
  globalThis.document?.addEventListener('securitypolicyviolation', hear)
  try {
    return await work()
  } catch (cause) {
    await new Promise(done => setTimeout(done)) // the event is a task of its own
    throw blocked ? lacking(needed, cause) : cause
  } finally {
    globalThis.document?.removeEventListener('securitypolicyviolation', hear)
  }
}
