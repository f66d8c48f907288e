// The access token of a session, renewed by the host's function before it expires.
import { errorOf, ProofdeskError } from './errors'
import { within } from './within'

/** A token, or a function of the host that fetches one from its own server. */
export type TokenSource = string | (() => string | Promise<string>)

/** How long before its end a token is renewed at most, in milliseconds. */
const early = 60_000

/** For how long a host's function may fetch a token, in milliseconds. */
const most = 20_000

/**
 * Returns for how long a JSON web token is used, in milliseconds; endless where it does not say. It is the server that
 * dates a token, and the device's clock may say another time: only how long the two are apart counts.
 */
export function lifeOf(token: string): number {
  try {
    const claims = JSON.parse(atob(token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/')))
    const { exp, iat } = claims as { exp?: number, iat?: number }
    const life = 1000 * (exp! - iat!) // NaN where one of them is missing
    return life > 0 ? Math.max(life - early, life / 2) : Infinity
  } catch {
    return Infinity
  }
}

/** Keeps the token of a session. However many requests need a new one at once, the host is asked once. */
export class Tokens {
  private token = ''
  private until = 0 // on the device's clock
  private asking?: Promise<string>

  constructor(
    private readonly source: TokenSource, private readonly now: () => number = Date.now,
    private readonly patience = most,
  ) {}

  /** Returns a token that is valid for a while. */
  async get(): Promise<string> {
    if (this.token && (typeof this.source === 'string' || this.now() < this.until)) return this.token
    return this.renew(this.token)
  }

  /** Returns another token than the one that the server refused. A text can't be renewed. */
  async renew(refused: string): Promise<string> {
    if (this.token !== refused) return this.token
    if (typeof this.source === 'string') {
      if (refused) throw new ProofdeskError('TOKEN_INVALID', 'the access token is not valid, or not any more')
      this.token = this.source
      return this.token
    }
    this.asking ??= this.ask(this.source).finally(() => { this.asking = undefined })
    return this.asking
  }

  private async ask(source: () => string | Promise<string>): Promise<string> {
    try {
      const token = await within(this.patience, source(), 'accessToken did not return in time')
      if (typeof token !== 'string' || !token) throw new Error('accessToken returned no token')
      this.token = token
      this.until = this.now() + lifeOf(token)
      return token
    } catch (cause) {
      throw new ProofdeskError('TOKEN_REFRESH_FAILED', errorOf(cause).message, [], cause)
    }
  }
}
