// Shows the preview what an earlier page typed and did not save.
import { valueIn } from './field'
import type { Outbox } from './outbox'
import type { Working } from './working'

/** Takes what waits in an outbox over into the draft that the preview shows, now and when the preview asks for it. */
export function restore(outbox: Outbox, working: Working, find: (path: string) => HTMLElement | null): void {
  for (const change of outbox.all()) {
    const field = find(change.path)
    working.type(change.path, change.exact ? change.value : field ? valueIn(field, change.base) : undefined)
  }
  const tell = (): void => { if (!outbox.empty) working.tell() }
  tell()
  document.addEventListener('presetasked', tell)
}
