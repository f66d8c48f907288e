// What is kept of an unfinished decision in this tab: pure functions of form fields.

const bound = ['csrf', 'claim', 'version', 'digest', 'started'] // to one claim and one session

/** Returns the fields that may be kept in this tab. */
export function keepable(fields: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams(fields)
  for (const name of bound) kept.delete(name)
  return kept
}

/**
 * Returns the fields that what was kept in this tab changes in a form. That never reached the server, so it is newer
 * than the form: its words replace those of the form and its reasons are added, but an outcome of the form stays.
 */
export function restorable(kept: URLSearchParams, form: URLSearchParams): Array<[name: string, value: string]> {
  return [...kept].filter(([name, value]) => value && !(name === 'outcome' && form.has(name)))
}
