// A click on an identifier copies it whole.
import { onClick } from './dom'
import { flash } from './news'
import { t } from './words'

/** Listens to clicks on what can be copied. */
export function copy(): void {
  onClick('[data-copy]', ({ dataset: { copy, copied } }) => {
    if (copy) void navigator.clipboard?.writeText(copy).then(() => flash(copied ?? t('Copied %s', copy)))
  })
}
