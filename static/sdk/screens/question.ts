// What an applicant is asked between captures: whether to go on with what was captured before the page was loaded
// again, for the other side of an ID, and for a second ID.
import { ask } from './ask'
import { inLanguage } from './language'
import type { Options } from './options'
import { say } from './words'

/** The texts, in the languages of the screens. */
export const questions = {
  goOn: [
    'Go on where you were?', '¿Seguir donde lo dejó?',
    'Reprendre où vous en étiez ?', 'जहाँ छोड़ा था वहीं से आगे बढ़ें?',
  ],
  kept: [
    'What you captured before is still there.', 'Lo que capturó antes sigue ahí.',
    'Ce que vous aviez capturé est encore là.', 'आपने पहले जो लिया था वह अब भी मौजूद है।',
  ],
  yes: ['Go on', 'Seguir', 'Reprendre', 'आगे बढ़ें'],
  anew: ['Start again', 'Empezar de nuevo', 'Recommencer', 'फिर से शुरू करें'],
  otherSide: ['Now the back of your ID', 'Ahora el reverso', 'Maintenant le verso', 'अब पहचान पत्र का पिछला भाग'],
  otherSideText: [
    'Turn your ID over, then continue.', 'Dele la vuelta a su identificación y continúe.',
    'Retournez votre pièce, puis continuez.', 'पहचान पत्र पलटें, फिर जारी रखें।',
  ],
  second: ['Now a second ID', 'Ahora otra identificación', 'Maintenant une deuxième pièce', 'अब दूसरा पहचान पत्र'],
  secondText: [
    'Take a document other than the first, also from its front.',
    'Tome un documento distinto del primero, también por el frente.',
    'Prenez un document autre que le premier, d’abord son recto.',
    'पहले से अलग दस्तावेज़ लें, उसका भी सामने का भाग।',
  ],
} satisfies Record<string, string[]>

type Text = keyof typeof questions

/** The heading and the text of each question. */
const asked = {
  kept: { title: 'goOn', text: 'kept' },
  otherSide: { title: 'otherSide', text: 'otherSideText' },
  second: { title: 'second', text: 'secondText' },
} satisfies Record<string, Record<'title' | 'text', Text>>

export type Question = keyof typeof asked

/** Draws a question in place of what root holds, with the focus on its first button. */
export function question(root: Element, { language }: Options, about: Question): void {
  const text = (name: Text): string => inLanguage(language, questions[name])
  const answers: Array<[string, string]> = about === 'kept'
    ? [['continue', text('yes')], ['retry', text('anew')]]
    : [['continue', say(language, 'continue')], ['cancel', say(language, 'cancel')]]
  ask(root, language, { title: text(asked[about].title), text: text(asked[about].text), answers })
}
