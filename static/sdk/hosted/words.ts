// The texts of the hosted capture page: EN, ES, FR, HI. {company} is the name of who asks, {days} a number of days and
// {until} a time.
import { languages, tags, type Language } from '../screens/language'
import { agreed } from './agreed'
import { asked } from './asked'
import { fingers } from './fingers'
import { handed } from './handed'
import { spoken } from './spoken'
import { trouble } from './trouble'

/** The version of the text that an applicant agrees to. Whoever changes that makes a new one: a test knows each. */
export const consent = '2026-11-30.2'

/** The languages by their own names. */
export const names: Record<Language, string> = { EN: 'English', ES: 'Español', FR: 'Français', HI: 'हिन्दी' }

/** Every text, by name. */
export const said = {
  language: ['Language', 'Idioma', 'Langue', 'भाषा'],
  played: [
    'Playground: camera and microphone play an invented person. Your own stay off.',
    'Entorno de pruebas: cámara y micrófono reproducen a una persona inventada. Los suyos quedan apagados.',
    'Essai : la caméra et le micro donnent une personne inventée. Les vôtres restent éteints.',
    'परीक्षण: कैमरा और माइक्रोफ़ोन एक काल्पनिक व्यक्ति को चलाते हैं। आपके अपने बंद रहते हैं।',
  ],
  loading: ['One moment…', 'Un momento…', 'Un instant…', 'एक क्षण…'],
  preparing: ['Preparing…', 'Preparando…', 'Préparation…', 'तैयार हो रहा है…'],
  loaded: ['Loaded:', 'Cargado:', 'Chargé :', 'लोड हुआ:'],
  sending: ['Sending…', 'Enviando…', 'Envoi…', 'भेजा जा रहा है…'],
  sent: ['Sent:', 'Enviado:', 'Envoyé :', 'भेजा गया:'],
  leaveOpen: [
    'Leave this page open until everything is sent.', 'Deje esta página abierta hasta que se haya enviado todo.',
    'Laissez cette page ouverte jusqu’à ce que tout soit envoyé.', 'सब कुछ भेजे जाने तक यह पेज खुला रखें।',
  ],
  title: ['Show that it is you', 'Demuestre que es usted', 'Montrez que c’est bien vous', 'दिखाएँ कि यह आप ही हैं'],
  about: [
    'It takes about two minutes. You need good light and a camera.',
    'Toma unos dos minutos. Necesita buena luz y una cámara.',
    'Cela prend environ deux minutes. Il vous faut un bon éclairage et une caméra.',
    'इसमें लगभग दो मिनट लगते हैं। आपको अच्छी रोशनी और एक कैमरा चाहिए।',
  ],
  aboutSignature: [
    'It takes about a minute. You need a finger, a pen or a mouse.',
    'Toma alrededor de un minuto. Necesita un dedo, un lápiz o un ratón.',
    'Cela prend environ une minute. Il vous faut un doigt, un stylet ou une souris.',
    'इसमें लगभग एक मिनट लगता है। आपको उँगली, पेन या माउस चाहिए।',
  ],
  signature: ['Your signature', 'Su firma', 'Votre signature', 'आपका हस्ताक्षर'],
  card: [
    'Your ID, front and back, or your passport', 'Su identificación, ambos lados, o su pasaporte',
    'Votre pièce d’identité recto verso, ou votre passeport', 'आपका पहचान पत्र, दोनों ओर से, या पासपोर्ट',
  ],
  cardWhy: [
    'to read its data and check that it is genuine', 'para leer sus datos y comprobar que es auténtica',
    'pour lire ses données et vérifier son authenticité', 'उसकी जानकारी पढ़ने और असली होने की जाँच के लिए',
  ],
  secondCard: [
    'A second ID', 'Otra identificación', 'Une deuxième pièce d’identité', 'एक दूसरा पहचान पत्र',
  ],
  face: ['Your face', 'Su rostro', 'Votre visage', 'आपका चेहरा'],
  matchWhy: [
    'to compare it with the portrait on the document', 'para compararlo con el retrato del documento',
    'pour le comparer au portrait du document', 'दस्तावेज़ की तस्वीर से मिलाने के लिए',
  ],
  faceWhy: [
    'to check that you are there yourself', 'para comprobar que es usted en persona',
    'pour vérifier que vous êtes bien là', 'यह जाँचने के लिए कि आप स्वयं उपस्थित हैं',
  ],
  page: ['A document', 'Un documento', 'Un document', 'एक दस्तावेज़'],
  pageWhy: [
    'that {company} asked you for', 'que {company} le pidió',
    'que {company} vous a demandé', 'जो {company} ने आपसे माँगा है',
  ],
  enrolWhy: [
    'to recognise you later', 'para reconocerle más adelante',
    'pour vous reconnaître plus tard', 'आपको आगे पहचानने के लिए',
  ],
  againWhy: [
    'to compare it with the face that {company} knows', 'para compararlo con el rostro que {company} conoce',
    'pour le comparer au visage que {company} connaît', 'उस चेहरे से मिलाने के लिए जिसे {company} जानता है',
  ],
  agree: ['I agree, begin', 'Acepto, comenzar', 'J’accepte, commencer', 'मैं सहमत हूँ, शुरू करें'],
  notNow: ['Not now', 'Ahora no', 'Pas maintenant', 'अभी नहीं'],
  left: ['Nothing was captured', 'No se capturó nada', 'Rien n’a été capturé', 'कुछ भी नहीं लिया गया'],
  leftUntil: [
    'Until {until} you can come back with the same link.', 'Hasta el {until} puede volver con el mismo enlace.',
    'Jusqu’au {until}, vous pouvez revenir avec le même lien.', '{until} तक आप इसी लिंक से वापस आ सकते हैं।',
  ],
  later: [
    'You can go on later', 'Puede continuar más tarde',
    'Vous pourrez continuer plus tard', 'आप बाद में जारी रख सकते हैं',
  ],
  goBack: ['Back', 'Atrás', 'Retour', 'वापस'],
  goOnTitle: [
    'Go on where you were', 'Continúe donde estaba',
    'Reprenez où vous en étiez', 'जहाँ थे वहीं से जारी रखें',
  ],
  goOnText: [
    'What was sent is kept. Only what is missing is asked for.',
    'Lo enviado se conserva. Solo se pide lo que falta.',
    'Ce qui a été envoyé est conservé. Seul ce qui manque est demandé.',
    'जो भेजा गया वह सुरक्षित है। केवल जो बाकी है वही माँगा जाएगा।',
  ],
  goOn: ['Go on', 'Continuar', 'Continuer', 'जारी रखें'],
  ...agreed,
  ...asked,
  ...fingers,
  ...handed,
  ...spoken,
  ...trouble,
  done: ['Done', 'Listo', 'Terminé', 'पूरा हुआ'],
  doneText: [
    '{company} has what you sent and will tell you what comes next.',
    '{company} tiene lo que envió y le informará de los siguientes pasos.',
    '{company} a reçu votre envoi et vous informera de la suite.',
    '{company} को आपका भेजा हुआ मिल गया है और आगे की जानकारी देगा।',
  ],
  close: [
    'You can close this page.', 'Puede cerrar esta página.',
    'Vous pouvez fermer cette page.', 'आप यह पेज बंद कर सकते हैं।',
  ],
  return: ['Back to {company}', 'Volver a {company}', 'Retour à {company}', '{company} पर वापस'],
} satisfies Record<string, string[]>

export type Saying = keyof typeof said

/** Every text, for the tests. */
export const sayings = Object.keys(said) as Saying[]

/** What differs from applicant to applicant in a text. */
export interface Own { days?: number, until?: string }

/** Returns a text in a language. */
export function say(text: Saying, language: Language, company: string, { days = 0, until = '' }: Own = {}): string {
  const form = new Intl.NumberFormat(tags[language], { style: 'unit', unit: 'day', unitDisplay: 'long' })
  const counted = form.format(days)
  const own = said[text][languages.indexOf(language)].replace('{days}', counted).replace('{until}', until)
  return own.replaceAll('{company}', company)
}
