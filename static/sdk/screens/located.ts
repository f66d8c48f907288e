// The screens before a capture that says where it was made: why the place is asked for, and that it is being found.
import { ask } from './ask'
import { inLanguage } from './language'
import type { Options } from './options'
import { say } from './words'

const said = {
  text: [
    'Your location is kept with this check. Your browser asks next: please allow it.',
    'Su ubicación se guarda con esta comprobación. Su navegador le preguntará: permítalo.',
    'Votre position est jointe à ce contrôle. Votre navigateur va vous demander : acceptez.',
    'आपकी लोकेशन को इस जाँच के साथ रखा जाता है। आगे आपका ब्राउज़र पूछेगा: अनुमति दें।',
  ],
  share: ['Share location', 'Compartir ubicación', 'Partager la position', 'लोकेशन साझा करें'],
  locating: ['Finding your location…', 'Buscando su ubicación…', 'Recherche de la position…', 'लोकेशन खोजी जा रही है…'],
} satisfies Record<string, [string, string, string, string]>

/** Every text, for the tests. */
export const locations = said

/** Draws why the place is asked for, in place of what root holds; the browser asks once the applicant taps. */
export function locate(root: Element, { language }: Options): void {
  const share = inLanguage(language, said.share)
  const text = inLanguage(language, said.text)
  ask(root, language, { title: share, text, answers: [['continue', share], ['cancel', say(language, 'cancel')]] })
}

/** Draws that the place is being found. */
export function locating(root: Element, { language }: Options): void {
  const title = inLanguage(language, said.locating)
  ask(root, language, { title, text: '', answers: [['cancel', say(language, 'cancel')]] })
}
