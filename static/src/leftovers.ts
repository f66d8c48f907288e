// What was typed for a job and never sent, on a page where it can't be sent: shown, so that it can be copied.
import { leftover } from './choice'
import { keptJobs, readKept, writeKept } from './draftstore'

/** Mounts it on the page of a job. What the page shows already, as the server has it, is not shown twice. */
export function leftovers(root: HTMLElement): void {
  const [, job = root.querySelector<HTMLElement>('[data-lost]')?.dataset.lost] =
    /^\/jobs\/([0-9a-f-]{36})$/.exec(location.pathname) ?? []
  if (!job || root.querySelector('#decision') || !keptJobs().includes(job)) return
  const kept = readKept(job)
  if (!kept) return
  const saved = root.querySelector('[data-leftover]')
  const parts = [saved, root.querySelector('.verdict'), root.querySelector('.problem')]
  const shown = parts.map(part => part?.textContent ?? '').join('\n')
  const remove = () => { writeKept(job, null) }
  const texts = [kept, ...kept.others].flatMap(v => [v.note, v.comment]).filter(text => text && !shown.includes(text))
  const box = texts.length > 0 ? leftover(root, texts.join('\n'), remove) : null
  saved?.querySelector('form')?.addEventListener('submit', () => box?.isConnected || remove())
}
