// What an applicant reads where a camera, a microphone or the location can't be used: EN, ES, FR, HI.
import type { ErrorCode } from '../client/errors'
import { ask } from './ask'
import { inLanguage } from './language'
import type { Options } from './options'
import { say } from './words'

/** The heading and the text of each trouble, by the code of its error. */
export const troubles = {
  CAMERA_DENIED: {
    title: ['Allow the camera', 'Permita la cámara', 'Autorisez la caméra', 'कैमरे की अनुमति दें'],
    text: [
      'Tap the sign beside the page’s address, allow the camera there, then try again. If that does not help, allow ' +
        'your browser the camera in the device’s settings.',
      'Toque el icono junto a la dirección de la página, permita allí la cámara y reintente. Si no basta, permita la ' +
        'cámara a su navegador en los ajustes del dispositivo.',
      'Touchez le symbole à côté de l’adresse de la page, autorisez-y la caméra, puis réessayez. Si cela ne suffit ' +
        'pas, autorisez la caméra pour votre navigateur dans les réglages de l’appareil.',
      'पेज के पते के पास बने चिह्न पर टैप करें, वहाँ कैमरे की अनुमति दें, फिर कोशिश करें। इससे न हो तो डिवाइस की ' +
        'सेटिंग में अपने ब्राउज़र को कैमरे की अनुमति दें।',
    ],
  },
  CAMERA_NONE: {
    title: ['A camera is needed', 'Se necesita una cámara', 'Il faut une caméra', 'कैमरा चाहिए'],
    text: [
      'No camera was found. Connect one and try again, or go on with a phone.',
      'No se encontró ninguna cámara. Conecte una y reintente, o continúe con un teléfono.',
      'Aucune caméra n’a été trouvée. Branchez-en une et réessayez, ou continuez avec un téléphone.',
      'कोई कैमरा नहीं मिला। कैमरा जोड़कर फिर कोशिश करें, या फ़ोन से जारी रखें।',
    ],
  },
  CAMERA_BUSY: {
    title: ['The camera is in use', 'La cámara está en uso', 'La caméra est occupée', 'कैमरा उपयोग में है'],
    text: [
      'The camera is used by another program. Close that, then try again.',
      'Otro programa está usando la cámara. Ciérrelo y reintente.',
      'La caméra est utilisée par un autre programme. Fermez-le, puis réessayez.',
      'कैमरे का उपयोग कोई दूसरा प्रोग्राम कर रहा है। उसे बंद करें, फिर कोशिश करें।',
    ],
  },
  CAMERA_ENDED: {
    title: ['The camera has stopped', 'La cámara se detuvo', 'La caméra s’est arrêtée', 'कैमरा रुक गया'],
    text: [
      'No picture comes from the camera. Close what else uses it, then try again.',
      'La cámara no da ninguna imagen. Cierre lo que también la use y reintente.',
      'La caméra ne donne aucune image. Fermez ce qui l’utilise aussi, puis réessayez.',
      'कैमरे से कोई तस्वीर नहीं आ रही। उसका उपयोग करने वाले दूसरे प्रोग्राम बंद करें, फिर कोशिश करें।',
    ],
  },
  TAP: {
    title: ['Tap to start', 'Toque para empezar', 'Touchez pour commencer', 'शुरू करने के लिए टैप करें'],
    text: [
      'Your browser shows the camera only after a tap.', 'Su navegador muestra la cámara solo tras un toque.',
      'Votre navigateur ne montre la caméra qu’après un toucher.', 'आपका ब्राउज़र टैप करने के बाद ही कैमरा दिखाता है।',
    ],
  },
  MICROPHONE_DENIED: {
    title: ['Allow the microphone', 'Permita el micrófono', 'Autorisez le micro', 'माइक्रोफ़ोन की अनुमति दें'],
    text: [
      'Tap the sign beside the page’s address, allow the microphone there, then try again. If that does not help, ' +
        'allow your browser the microphone in the device’s settings.',
      'Toque el icono junto a la dirección de la página, permita allí el micrófono y reintente. Si no basta, permita ' +
        'el micrófono a su navegador en los ajustes del dispositivo.',
      'Touchez le symbole à côté de l’adresse de la page, autorisez-y le micro, puis réessayez. Si cela ne suffit ' +
        'pas, autorisez le micro pour votre navigateur dans les réglages de l’appareil.',
      'पेज के पते के पास बने चिह्न पर टैप करें, वहाँ माइक्रोफ़ोन की अनुमति दें, फिर कोशिश करें। इससे न हो तो डिवाइस ' +
        'की सेटिंग में अपने ब्राउज़र को माइक्रोफ़ोन की अनुमति दें।',
    ],
  },
  MICROPHONE_NONE: {
    title: ['A microphone is needed', 'Se necesita un micrófono', 'Il faut un micro', 'माइक्रोफ़ोन चाहिए'],
    text: [
      'No microphone was found. Connect one and try again, or go on with a phone.',
      'No se encontró ningún micrófono. Conecte uno y reintente, o continúe con un teléfono.',
      'Aucun micro n’a été trouvé. Branchez-en un et réessayez, ou continuez avec un téléphone.',
      'कोई माइक्रोफ़ोन नहीं मिला। माइक्रोफ़ोन जोड़कर फिर कोशिश करें, या फ़ोन से जारी रखें।',
    ],
  },
  MICROPHONE_BUSY: {
    title: ['The microphone is in use', 'El micrófono está en uso', 'Le micro est occupé', 'माइक्रोफ़ोन उपयोग में है'],
    text: [
      'The microphone is used by another program. Close that, then try again.',
      'Otro programa está usando el micrófono. Ciérrelo y reintente.',
      'Le micro est utilisé par un autre programme. Fermez-le, puis réessayez.',
      'माइक्रोफ़ोन का उपयोग कोई दूसरा प्रोग्राम कर रहा है। उसे बंद करें, फिर कोशिश करें।',
    ],
  },
  LOCATION_DENIED: {
    title: ['Allow your location', 'Permita su ubicación', 'Autorisez la position', 'लोकेशन की अनुमति दें'],
    text: [
      'Tap the sign beside the page’s address, allow the location there, then try again. If that does not help, ' +
        'allow your browser the location in the device’s settings.',
      'Toque el icono junto a la dirección de la página, permita allí la ubicación y reintente. Si no basta, permita ' +
        'la ubicación a su navegador en los ajustes del dispositivo.',
      'Touchez le symbole à côté de l’adresse de la page, autorisez-y la position, puis réessayez. Si cela ne suffit ' +
        'pas, autorisez la position pour votre navigateur dans les réglages de l’appareil.',
      'पेज के पते के पास बने चिह्न पर टैप करें, वहाँ लोकेशन की अनुमति दें, फिर कोशिश करें। इससे न हो तो डिवाइस की ' +
        'सेटिंग में अपने ब्राउज़र को लोकेशन की अनुमति दें।',
    ],
  },
  LOCATION_NONE: {
    title: ['Your location was not found', 'No se halló su ubicación', 'Position introuvable', 'लोकेशन नहीं मिली'],
    text: [
      'Go near a window, then try again.',
      'Acérquese a una ventana y reintente.',
      'Allez près d’une fenêtre, puis réessayez.',
      'खिड़की के पास जाएँ, फिर कोशिश करें।',
    ],
  },
  RATE_LIMITED: {
    title: ['Too many tries', 'Demasiados intentos', 'Trop d’essais', 'बहुत अधिक कोशिशें'],
    text: [
      'Wait for half an hour, then try again, or ask for another way.',
      'Espere media hora y reintente, o pida otra forma.',
      'Attendez une demi-heure, puis réessayez, ou demandez un autre moyen.',
      'आधा घंटा रुकें, फिर कोशिश करें, या दूसरा तरीका पूछें।',
    ],
  },
  BLOCKED_BY_POLICY: {
    title: ['This website is in the way', 'Este sitio lo impide', 'Ce site l’empêche', 'यह वेबसाइट इसे रोकती है'],
    text: [
      'It does not let your camera or microphone be used, and you can’t change that. Ask for another way.',
      'No deja usar su cámara o su micrófono, y usted no puede cambiarlo. Pida otra forma.',
      'Il empêche d’utiliser votre caméra ou votre micro ; vous ne pouvez pas le changer. Demandez un autre moyen.',
      'यह आपके कैमरे या माइक्रोफ़ोन का उपयोग नहीं करने देती, और आप इसे बदल नहीं सकते। दूसरा तरीका पूछें।',
    ],
  },
} satisfies Partial<Record<ErrorCode | 'TAP', Record<'title' | 'text', string[]>>>

export type Trouble = keyof typeof troubles

/** Reports whether an applicant is told of an error by a screen of its own. */
export const isTrouble = (code: ErrorCode): code is Trouble & ErrorCode => code in troubles

/** Draws the screen of a trouble in place of what root holds; there is another try unless only the website can help. */
export function trouble(root: Element, { language }: Options, code: Trouble): void {
  const { title, text } = troubles[code]
  const cancel: [string, string] = ['cancel', say(language, 'cancel')]
  ask(root, language, {
    title: inLanguage(language, title),
    text: inLanguage(language, text),
    answers: code === 'BLOCKED_BY_POLICY' ? [cancel]
      : [['retry', say(language, code === 'TAP' ? 'continue' : 'again')], cancel],
  })
}
