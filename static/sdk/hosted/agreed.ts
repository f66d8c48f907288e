// The sentences that an applicant agrees to on the hosted capture page, and what it says of the place: EN, ES, FR, HI.
// Whoever changes a sentence of the consent changes its version in words.ts too.
import { locations } from '../screens/located'

/** The texts, by name. */
export const agreed = {
  terms: [
    'What you capture goes to {company}, which uses it to check who you are. Parts of the check are automatic.',
    'Lo que capture se envía a {company}, que lo usa para comprobar quién es usted. Una parte de la comprobación es ' +
      'automática.',
    'Ce que vous capturez est envoyé à {company}, qui s’en sert pour vérifier votre identité. Une partie du contrôle ' +
      'est automatique.',
    'आप जो भी लेते हैं वह {company} को भेजा जाता है, जो उससे आपकी पहचान जाँचता है। जाँच का कुछ भाग स्वचालित है।',
  ],
  measured: [
    'Your face is measured and compared.', 'Su rostro se mide y se compara.',
    'Votre visage est mesuré et comparé.', 'आपके चेहरे को मापा और मिलाया जाता है।',
  ],
  stored: [
    '{company} keeps the measurements of your face to recognise you later.',
    '{company} conserva las medidas de su rostro para reconocerle más adelante.',
    '{company} conserve les mesures de votre visage pour vous reconnaître plus tard.',
    '{company} आपको आगे पहचानने के लिए आपके चेहरे के माप रखता है।',
  ],
  removed: [
    'As a rule {company} deletes what you capture {days} after its decision.',
    'Por regla general, {company} borra lo que usted capture {days} después de su decisión.',
    'En règle générale, {company} efface ce que vous capturez {days} après sa décision.',
    'आम तौर पर {company} आपका लिया हुआ अपने निर्णय के {days} बाद मिटा देता है।',
  ],
  otherWay: [
    'You can say no; then ask {company} for another way.', 'Puede negarse; en ese caso, pida a {company} otra forma.',
    'Vous pouvez refuser et demander un autre moyen à {company}.',
    'आप मना कर सकते हैं; तब {company} से कोई दूसरा तरीका पूछें।',
  ],
  place: ['Where you are', 'Dónde está usted', 'Où vous êtes', 'आप कहाँ हैं'],
  placeWhy: [
    '{company} asks for it; you can say no', '{company} lo pide; puede negarse',
    '{company} le demande ; vous pouvez refuser', '{company} यह पूछता है; आप मना कर सकते हैं',
  ],
  locating: locations.locating,
  locatingText: [
    'Your browser may ask you first. You can say no.', 'Su navegador puede preguntarle antes. Puede negarse.',
    'Votre navigateur peut d’abord vous demander. Vous pouvez refuser.',
    'पहले आपका ब्राउज़र पूछ सकता है। आप मना कर सकते हैं।',
  ],
  noPlace: ['Go on without it', 'Continuar sin ella', 'Continuer sans', 'इसके बिना जारी रखें'],
}
