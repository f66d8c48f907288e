// What the hosted capture page says where an applicant is asked for captures anew: EN, ES, FR, HI.
import type { SingleKind } from '../client/called'

/** What an applicant is asked for anew, and why. */
export interface Asked { captures: { kind: SingleKind, reason: string }[], words?: string }

/** The texts, by name. */
export const asked = {
  anew: [
    'Please take these again', 'Por favor, tómelas de nuevo',
    'Veuillez les reprendre', 'कृपया ये फिर से लें',
  ],
  anewText: [
    '{company} looked at your pictures and needs better ones:',
    '{company} revisó sus fotos y necesita otras mejores:',
    '{company} a examiné vos photos et en a besoin de meilleures :',
    '{company} ने आपकी फ़ोटो देखीं और उन्हें बेहतर फ़ोटो चाहिए:',
  ],
  note: [
    'A message from {company}:', 'Un mensaje de {company}:',
    'Un message de {company} :', '{company} का संदेश:',
  ],
  id_front: [
    'The front of your ID', 'El frente de su identificación',
    'Le recto de votre pièce d’identité', 'आपके पहचान पत्र का सामने का भाग',
  ],
  id_back: [
    'The back of your ID', 'El reverso de su identificación',
    'Le verso de votre pièce d’identité', 'आपके पहचान पत्र का पिछला भाग',
  ],
  passport: [
    'The photo page of your passport', 'La página con foto de su pasaporte',
    'La page photo de votre passeport', 'आपके पासपोर्ट का फ़ोटो वाला पेज',
  ],
  selfie: ['Your face', 'Su rostro', 'Votre visage', 'आपका चेहरा'],
  blurred: [
    'The picture was not sharp.', 'La foto no era nítida.', 'La photo n’était pas nette.', 'फ़ोटो साफ़ नहीं थी।',
  ],
  glare: [
    'Light was reflected on it.', 'Había reflejos de luz.', 'Il y avait des reflets.', 'उस पर रोशनी चमक रही थी।',
  ],
  dark: [
    'The picture was too dark.', 'La foto era demasiado oscura.',
    'La photo était trop sombre.', 'फ़ोटो बहुत अँधेरी थी।',
  ],
  cut_off: [
    'A part of it was not in the picture.', 'Una parte no se veía en la foto.',
    'Une partie était hors de la photo.', 'उसका एक भाग फ़ोटो में नहीं था।',
  ],
  covered: [
    'Something covered a part of it.', 'Algo tapaba una parte.',
    'Quelque chose en cachait une partie.', 'कुछ उसके एक भाग को ढक रहा था।',
  ],
  wrong_document: [
    'It was not the document that is needed.', 'No era el documento necesario.',
    'Ce n’était pas le document demandé.', 'वह ज़रूरी दस्तावेज़ नहीं था।',
  ],
  several_faces: [
    'More than one face was in the picture.', 'Había más de un rostro en la foto.',
    'Il y avait plus d’un visage sur la photo.', 'फ़ोटो में एक से अधिक चेहरे थे।',
  ],
}
