// The texts of scripts, in the language of the page. The English sentence is the key; the page brings the translations.

const translations: Record<string, string> = JSON.parse(document.body.dataset.words || '{}')

/** Returns a sentence in the page's language, with %s replaced by the values in turn. */
export function t(english: string, ...values: Array<string | number>): string {
  let next = 0
  return (translations[english] ?? english).replace(/%s/g, () => String(values[next++] ?? ''))
}
