// A file on its way into the company's library of images and fonts.
import { freshToken } from '../csrf'
import { pageRoot } from '../dom'
import { t } from '../words'

/** Answer is what became of a file: the value by which presets name it, or why it was refused. */
export type Answer = { ref?: string, kind?: string, problem?: string }

const signedOut = (): Answer => ({ problem: t('Not uploaded: your session ended. Sign in, then send it again.') })

/** Sends a file, and reports how much of it has arrived, 0 to 1. */
export function send(file: File, progress: (share: number) => void, again = true): Promise<Answer> {
  return new Promise(resolve => {
    const body = new FormData()
    body.set('csrf', pageRoot()?.dataset.csrf ?? '')
    body.set('file', file)
    const request = new XMLHttpRequest() // fetch does not tell how much was sent
    request.open('POST', '/presets/media')
    request.setRequestHeader('Accept', 'application/json')
    request.responseType = 'json'
    request.upload.onprogress = event => progress(event.total ? event.loaded / event.total : 0)
    request.onerror = () => resolve({ problem: t('Not uploaded: the server can’t be reached.') })
    request.onload = () => {
      const answer = (request.response ?? {}) as Answer & { detail?: string }
      if (request.status === 403 && again) {
        void freshToken().then(token => token ? send(file, progress, false) : signedOut()).then(resolve)
      } else if (answer.ref || answer.problem) resolve(answer)
      else resolve(request.status === 401 ? signedOut() : { problem: answer.detail ?? t('Not uploaded: try again.') })
    }
    request.send(body)
  })
}
