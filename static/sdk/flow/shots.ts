// What can be taken: the screens of a capture, and the kind under which the server knows it.
import { ProofdeskError } from '../client/errors'
import type { Session } from '../client/session'
import type { Shot } from './step'

export const idFront: Shot = { capture: 'idFront', kind: 'id_front' }
export const idBack: Shot = { capture: 'idBack', kind: 'id_back' }
export const selfie: Shot = { capture: 'selfie', kind: 'selfie' }
export const page: Shot = { capture: 'document', kind: 'document' }
export const signature: Shot = { capture: 'signature', kind: 'signature' }
export const voice: Shot = { capture: 'voice', kind: 'voice' }
export const video: Shot = { capture: 'video', kind: 'video' }
export const fingers: Shot = { capture: 'fingers', kind: 'fingerprints' }
export const filled: Shot = { capture: 'autofill', kind: 'id_front' }
export const barcode: Shot = { capture: 'barcode', kind: 'document' } // a crop beside the back

/** A document beside the first, which another screen asks for. */
const second: Shot[] = [
  { capture: 'idFront', kind: 'secondary_front' }, { capture: 'idBack', kind: 'secondary_back' },
]
const passport: Shot = { capture: 'passport', kind: 'passport' }

/** Returns the captures of the document, and of a second one where the preset asks for it. */
export const documents = ({ options: { values } }: Session): Shot[] =>
  [idFront, idBack, ...values['idCaptureCustomizationOptions.isSecondaryID'] ? second : []]

/** Returns the captures of the document and of the face in the order that the preset asks for. */
export const documentsAndFace = (to: Session): Shot[] =>
  to.options.values['idCaptureCustomizationOptions.performIdCaptureBeforeSelfie']
    ? [...documents(to), selfie] : [selfie, ...documents(to)]

const single = [idFront, idBack, passport, selfie]

/** Returns what takes kinds, in the order in which they are taken. It refuses kinds that are not taken singly. */
export function shotsOf(kinds: string[]): Shot[] {
  const wrong = kinds.filter(kind => !single.some(shot => shot.kind === kind))
  if (wrong.length > 0) {
    const message = `capture takes ${single.map(({ kind }) => kind).join(', ')}, and not ${wrong.join(', ')}`
    throw new ProofdeskError('REFUSED', message, [{ field: 'captures', rule: 'one_of', message }])
  }
  return single.filter(({ kind }) => kinds.includes(kind))
}
