// The draft as the page shows it: the server's, with what is typed and not saved on top. The preview is told of it.
import { difference, get, overlaid, type Current } from './draft'
import type { Value } from './field'

/** Working holds the draft of one page. */
export class Working {
  private readonly typed = new Map<string, Value>() // where it is a value

  constructor(private draft: Current) {}

  get revision(): number { return this.draft.revision }

  /** Returns what the server has for a path. */
  saved(path: string): Value { return get(this.draft, path) }

  /** Returns what is typed for a path, else what the server has. */
  current(path: string): Value {
    return this.typed.has(path) ? this.typed.get(path)! : this.saved(path)
  }

  /** Notes what is typed for a path; undefined for what is no value, or is saved. */
  type(path: string, value?: Value): void {
    if (value === undefined) this.typed.delete(path)
    else this.typed.set(path, value)
  }

  /** Takes over the server's draft, unless a newer one is known, and returns the paths that it sets otherwise. */
  renew(now: Current): string[] {
    if (now.revision < this.revision) return []
    const changed = difference(this.draft, now)
    this.draft = now
    return changed
  }

  /** Tells the preview what is set now: after an edit of an option, or without a path after one of somebody else. */
  tell(path?: string): void {
    const { values, texts } = overlaid(this.draft, this.typed)
    const name = path === undefined ? 'presetdraft' : 'presetedit'
    document.dispatchEvent(new CustomEvent(name, { detail: { path, values, texts } }))
  }
}
