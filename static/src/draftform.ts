// The decision bar as a draft, and a draft as the fields that the server saves.
import { blank, both, fieldsOf, type Filled, filledOf, type Kept, merge, same, type Saved } from './draft'
import { newKey } from './formkey'
import { t } from './words'

/** Returns what a form holds. */
export const read = (form: HTMLFormElement): Filled => (
  filledOf(new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)])))
)

/** Returns what the server wrote into a form, whatever was filled in since. */
export function written(form: HTMLFormElement): Filled {
  const fields = new URLSearchParams()
  for (const field of form.elements) {
    if (field.matches(':disabled')) continue // as FormData leaves it out
    if (field instanceof HTMLTextAreaElement) fields.append(field.name, field.defaultValue)
    else if (field instanceof HTMLInputElement && field.defaultChecked) fields.append(field.name, field.value)
  }
  return filledOf(fields)
}

/** Returns a draft with what was typed into the form of a page that was shown before its script had come. */
export function withEarly(form: HTMLFormElement, known: Kept): Kept {
  const [sent, now] = [written(form), read(form)]
  if (same(sent, now)) return known
  const writes = [...known.writes, newKey()]
  return { ...known, ...merge(sent, known, now) ?? both(known, now), at: Date.now(), unsaved: true, writes }
}

/** Fills a form in; a field that has its value already is left alone, and with it the place of the cursor. */
export function write(form: HTMLFormElement, filled: Filled): void {
  if (same(read(form), filled)) return
  const area = (name: string) => form.elements.namedItem(name)
  const set = (name: string, value: string) => {
    const field = area(name)
    if (field instanceof HTMLTextAreaElement && field.value !== value) field.value = value
  }
  set('why', '')
  set('note', filled.note)
  set('comment', filled.comment)
  for (const box of form.querySelectorAll<HTMLInputElement>('[name="reason"], [name="outcome"]')) {
    box.checked = box.name === 'reason' ? filled.reasons.includes(box.value) : box.value === filled.outcome
  }
  for (const box of form.querySelectorAll<HTMLInputElement>('[name^="override."]')) {
    box.checked = filled.overrides?.[box.name.slice('override.'.length)] === box.value
  }
}

/** Names the outcome that is chosen on the button that sends it. */
export function nameOutcome(form: HTMLFormElement): void {
  const outcome = form.querySelector<HTMLInputElement>('[name="outcome"]:checked')
  const label = form.querySelector('.does')
  if (label) label.textContent = outcome?.closest('label')?.querySelector('span')?.textContent ?? t('Send')
}

/** Names in a form that is sent the versions of its draft that this browser has seen, besides the one of the page. */
export function nameSeen(form: HTMLFormElement, seen: string[]): void {
  const field = form.elements.namedItem('seen') as HTMLInputElement
  field.value = [...new Set([...field.value.split(' '), ...seen])].join(' ')
}

/** Returns the fields of a draft that is sent to the server, with the names of the versions that it knows. */
export function savedFields(kept: Kept, rev: string, claim: string): URLSearchParams {
  const fields = fieldsOf(kept)
  fields.set('claim', claim)
  fields.set('rev', rev)
  for (const known of kept.seen) fields.append('seen', known)
  return fields
}

/** Returns the version that the server answers instead of saving one. */
export async function savedOf(answer: Response): Promise<Saved> {
  return { ...blank, seen: [], ...await answer.json() as Partial<Saved> } as Saved
}
