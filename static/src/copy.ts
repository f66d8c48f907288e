import { flash } from './page'
import { t } from './words'

/** A click on an identifier copies it whole. */
export function copy(): void {
  document.addEventListener('click', event => {
    const place = (event.target as Element).closest<HTMLElement>('[data-copy]')
    if (!place?.dataset.copy) return
    void navigator.clipboard?.writeText(place.dataset.copy).then(() => flash(place.dataset.copied ?? t('Copied %s', place.dataset.copy ?? '')))
  })
}
