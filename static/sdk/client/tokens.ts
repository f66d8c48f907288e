// The access token of a session, renewed by the host's function before it expires.
import { errorOf, ProofdeskError } from './errors'

/** A token, or a function of the host that fetches one from its own server. */
export type TokenSource = string | (() => string | Promise<string>)

/** How long before its end a token is renewed, in milliseconds. */
const early = 60_000

/** Returns when a JSON web token expires, in milliseconds; endless where it does not say. */
export function expiryOf(token: string): number {
  try {
    const claims = JSON.parse(atob(token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/'))) as { exp?: number }
    return claims.exp ? claims.exp * 1000 : Infinity
  } catch {
    return Infinity
  }
}

/** Keeps the token of a session. However many requests need a new one at once, the host is asked once. */
export class Tokens {
  private token = ''
  private asking?: Promise<string>

  constructor(private readonly source: TokenSource, private readonly now: () => number = Date.now) {}

  /** Returns a token that is valid for a while. */
  async get(): Promise<string> {
    if (this.token && (typeof this.source === 'string' || this.now() < expiryOf(this.token) - early)) return this.token
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
      const token = await source()
      if (typeof token !== 'string' || !token) throw new Error('accessToken returned no token')
      this.token = token
      return token
    } catch (cause) {
      throw new ProofdeskError('TOKEN_REFRESH_FAILED', errorOf(cause).message, [], cause)
    }
  }
}
