// The calls of the server's API, with a limit of time for each, and again where that can help.
import { ProofdeskError, type FieldError } from './errors'
import { allowed } from './policy'
import type { Tokens } from './tokens'

/** What a request needs beside its path. */
export interface Call {
  method?: string
  json?: unknown
  body?: BodyInit
  header?: Record<string, string>
  statuses?: number[] // answers beside success that the caller looks at
  limit?: number // milliseconds for one attempt, in place of the usual time
  once?: boolean | 'here' // whether one that is late is not repeated as it is: any, or one that was given up here
}

/** How often a request is sent at most, where the network or the server fails. */
const attempts = 4

/** How long one attempt may take, in milliseconds. */
const patience = 20_000

/** Calls the API of one server with the tokens of one session. */
export class API {
  constructor(
    readonly base: string,
    private readonly tokens: Tokens,
    private readonly wait: (ms: number) => Promise<void> = ms => new Promise(done => setTimeout(done, ms)),
    private readonly left: AbortSignal[] = [],
  ) {}

  /** Returns the same API for what is sent no more once a signal is aborted. */
  until(left: AbortSignal): API { return new API(this.base, this.tokens, this.wait, [...this.left, left]) }

  /** Reports whether nothing is sent any more. */
  get over(): boolean { return this.left.some(({ aborted }) => aborted) }

  /** Sends a request until it is answered, and returns the answer. */
  async call(path: string, call: Call = {}): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await this.authorised(path, call)
        if (answer.ok || call.statuses?.includes(answer.status)) return answer
        throw await refusalOf(answer)
      } catch (cause) {
        const error = cause as ProofdeskError
        const final = call.once === 'here' ? error.cause : call.once // the server's word has no cause
        const passes = ['NETWORK', 'SERVER', 'RATE_LIMITED', final ? '' : 'TIMEOUT'].includes(error.code)
        if (attempt === attempts || !passes) throw error
        await this.wait(pauseOf(error, attempt))
      }
    }
  }

  /** Sends a request and returns what its JSON answer holds. */
  async json<T>(path: string, call: Call = {}): Promise<T> { return await (await this.call(path, call)).json() as T }

  /** Sends a request once with a token, and once more with another where that one is refused. */
  private async authorised(path: string, call: Call): Promise<Response> {
    if (this.over) throw ended()
    const token = await this.tokens.get()
    const answer = await this.send(path, call, token)
    if (answer.status !== 401) return answer
    return this.send(path, call, await this.tokens.renew(token))
  }

  private async send(path: string, call: Call, token: string): Promise<Response> {
    const headers: Record<string, string> = { Authorization: `Bearer ${token}`, ...call.header }
    if (call.json !== undefined) headers['Content-Type'] = 'application/json'
    if (this.over) throw ended()
    const cut = new AbortController()
    const end = (): void => cut.abort()
    for (const one of this.left) one.addEventListener('abort', end)
    const timer = setTimeout(() => cut.abort(), call.limit ?? patience)
    try {
      const answer = await allowed(`connect-src ${this.base}`, () => fetch(this.base + path, {
        method: call.method ?? 'GET',
        headers,
        body: call.json === undefined ? call.body : JSON.stringify(call.json),
        credentials: 'omit',
        cache: 'no-store',
        signal: cut.signal,
      }))
      const { status, headers: told } = answer
      const body = await answer.arrayBuffer() // which may fail, too, or come too late
      return new Response(body.byteLength > 0 ? body : null, { status, headers: told })
    } catch (cause) {
      if (cause instanceof ProofdeskError) throw cause
      if (this.over) throw ended()
      if (cut.signal.aborted) throw new ProofdeskError('TIMEOUT', `${path} was not answered in time`, [], cause)
      throw new ProofdeskError('NETWORK', `${path} could not be reached`, [], cause)
    } finally {
      clearTimeout(timer)
      for (const one of this.left) one.removeEventListener('abort', end)
    }
  }
}

const ended = (): ProofdeskError => new ProofdeskError('UNLOADED', 'the session or the capture was ended')

/** A refusal that says when to come back. */
class Later extends ProofdeskError { after = 0 }

/** Returns how long to wait before the next attempt, in milliseconds. */
function pauseOf(error: ProofdeskError, attempt: number): number {
  const after = error instanceof Later ? error.after : 0
  return Math.max(after, 500 * 2 ** (attempt - 1) * (.75 + Math.random() / 2))
}

/** The problem details of an answer, as far as the SDK reads them. */
interface Problem { detail?: string, title?: string, errors?: FieldError[] }

/** Returns the error that an answer stands for. */
async function refusalOf(answer: Response): Promise<ProofdeskError> {
  const problem = await answer.json().catch(() => ({})) as Problem
  const message = problem.detail ?? problem.title ?? `the server answered ${answer.status}`
  if (answer.status === 401) return new ProofdeskError('TOKEN_INVALID', message)
  if (answer.status === 408) return new ProofdeskError('TIMEOUT', message)
  if (answer.status !== 429 && answer.status < 500) return new ProofdeskError('REFUSED', message, problem.errors)
  const later = new Later(answer.status === 429 ? 'RATE_LIMITED' : 'SERVER', message)
  later.after = 1000 * Number(answer.headers.get('Retry-After') ?? 0) || 0
  return later
}
