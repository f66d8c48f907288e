// What an applicant is asked between captures: whether to go on with what was captured before the page was loaded
// again, for the other side of an ID, and for a second ID.
import { button, make } from './dom'
import type { Options } from './options'
import { adopt } from './style'
import { inLanguage, tags } from './words'

/** The texts, in the languages of the screens. */
const said = {
  goOn: [
    'Go on where you were?', '¿Seguir donde lo dejó?',
    'Reprendre où vous en étiez ?', 'जहाँ छोड़ा था वहीं से आगे बढ़ें?',
  ],
  kept: [
    'Your pictures from before are still there.', 'Sus fotos anteriores siguen ahí.',
    'Vos photos précédentes sont encore là.', 'आपकी पहले की फ़ोटो अब भी मौजूद हैं।',
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
  continue: ['Continue', 'Continuar', 'Continuer', 'जारी रखें'],
  cancel: ['Cancel', 'Cancelar', 'Annuler', 'रद्द करें'],
} satisfies Record<string, string[]>

type Text = keyof typeof said

/** The texts of each question, and what its second button asks for. */
const asked = {
  kept: { title: 'goOn', text: 'kept', yes: 'yes', no: 'anew', action: 'retry' },
  otherSide: { title: 'otherSide', text: 'otherSideText', yes: 'continue', no: 'cancel', action: 'cancel' },
  second: { title: 'second', text: 'secondText', yes: 'continue', no: 'cancel', action: 'cancel' },
} satisfies Record<string, Record<'title' | 'text' | 'yes' | 'no', Text> & { action: string }>

export type Question = keyof typeof asked

/** Draws a question in place of what root holds, with the focus on its first button. */
export function question(root: Element, { language }: Options, about: Question): void {
  const { title, text, yes, no, action } = asked[about]
  adopt(root.getRootNode())
  const say = (text: Text): string => inLanguage(language, said[text])
  const section = make('section', 'screen retry')
  section.lang = tags[language]
  const answer = (name: string, asks: string, word: Text): HTMLButtonElement => {
    const made = button('button ' + name, asks)
    made.textContent = say(word)
    return made
  }
  section.append(
    make('header', 'bar'),
    make('div', 'body', make('h1', 'text', say(title)), make('p', '', say(text))),
    make('footer', 'foot', answer('main', 'continue', yes), answer('plain', action, no)),
  )
  root.replaceChildren(section)
  section.querySelector<HTMLElement>('.main')?.focus()
}
