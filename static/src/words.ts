// What scripts say, in the language of the page. The English sentence is the key; the page brings the rest.

const known: Record<string, string> = JSON.parse(document.body.dataset.words || '{}')

/** Gives a sentence in the page's language, with %s replaced by the values in turn. */
export function t(english: string, ...values: Array<string | number>): string {
  let at = 0
  return (known[english] ?? english).replace(/%s/g, () => String(values[at++] ?? ''))
}
