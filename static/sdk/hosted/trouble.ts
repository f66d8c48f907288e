// What the hosted capture page says where something is in the way: EN, ES, FR, HI.

/** The texts, by name. */
export const trouble = {
  notYet: ['That did not work yet', 'Aún no funcionó', 'Cela n’a pas encore fonctionné', 'यह अभी नहीं हो पाया'],
  kept: [
    'What you have sent already is kept.',
    'Lo que ya envió se conserva.', 'Ce que vous avez déjà envoyé est conservé.',
    'जो आप भेज चुके हैं वह सुरक्षित है।',
  ],
  again: ['Try again', 'Reintentar', 'Réessayer', 'फिर से कोशिश करें'],
  cameraDenied: [
    'This page may not use your camera. Allow it in the browser’s settings for this page, then try again.',
    'Esta página no puede usar su cámara. Permítalo en los ajustes del navegador para esta página y reintente.',
    'Cette page ne peut pas utiliser votre caméra. Autorisez-la dans les réglages du navigateur, puis réessayez.',
    'यह पेज आपके कैमरे का उपयोग नहीं कर सकता। ब्राउज़र की सेटिंग में इसकी अनुमति दें, फिर कोशिश करें।',
  ],
  cameraNone: [
    'No camera was found. Open the link on a phone.', 'No se encontró ninguna cámara. Abra el enlace en un teléfono.',
    'Aucune caméra n’a été trouvée. Ouvrez le lien sur un téléphone.', 'कोई कैमरा नहीं मिला। लिंक को फ़ोन पर खोलें।',
  ],
  cameraBusy: [
    'The camera is used by another program. Close that, then try again.',
    'Otro programa está usando la cámara. Ciérrelo y reintente.',
    'La caméra est utilisée par un autre programme. Fermez-le, puis réessayez.',
    'कैमरे का उपयोग कोई दूसरा प्रोग्राम कर रहा है। उसे बंद करें, फिर कोशिश करें।',
  ],
  microphoneDenied: [
    'This page may not use your microphone. Allow it in the browser’s settings for this page, then try again.',
    'Esta página no puede usar su micrófono. Permítalo en los ajustes del navegador para esta página y reintente.',
    'Cette page ne peut pas utiliser votre micro. Autorisez-le dans les réglages du navigateur, puis réessayez.',
    'यह पेज आपके माइक्रोफ़ोन का उपयोग नहीं कर सकता। ब्राउज़र की सेटिंग में इसकी अनुमति दें, फिर कोशिश करें।',
  ],
  microphoneNone: [
    'No microphone was found. Open the link on a phone.',
    'No se encontró ningún micrófono. Abra el enlace en un teléfono.',
    'Aucun micro n’a été trouvé. Ouvrez le lien sur un téléphone.',
    'कोई माइक्रोफ़ोन नहीं मिला। लिंक को फ़ोन पर खोलें।',
  ],
  microphoneBusy: [
    'The microphone is used by another program. Close that, then try again.',
    'Otro programa está usando el micrófono. Ciérrelo y reintente.',
    'Le micro est utilisé par un autre programme. Fermez-le, puis réessayez.',
    'माइक्रोफ़ोन का उपयोग कोई दूसरा प्रोग्राम कर रहा है। उसे बंद करें, फिर कोशिश करें।',
  ],
  unsupported: [
    'This browser can’t capture. Open the link in Chrome, Safari or Firefox.',
    'Este navegador no puede capturar. Abra el enlace en Chrome, Safari o Firefox.',
    'Ce navigateur ne permet pas la capture. Ouvrez le lien dans Chrome, Safari ou Firefox.',
    'यह ब्राउज़र फ़ोटो नहीं ले सकता। लिंक को Chrome, Safari या Firefox में खोलें।',
  ],
  tooOften: [
    'It did not work after several tries. Find good light and try again, or ask {company} for another way.',
    'No funcionó tras varios intentos. Busque buena luz e inténtelo otra vez, o pida otra vía a {company}.',
    'Cela n’a pas marché après plusieurs essais. Trouvez une bonne lumière et réessayez, ou demandez une autre voie ' +
      'à {company}.',
    'कई कोशिशों के बाद भी नहीं हुआ। अच्छी रोशनी में फिर कोशिश करें, या {company} से दूसरा तरीका पूछें।',
  ],
  network: [
    'The server can’t be reached. Check your connection, then try again.',
    'No se puede contactar con el servidor. Revise su conexión y reintente.',
    'Le serveur est injoignable. Vérifiez votre connexion, puis réessayez.',
    'सर्वर से संपर्क नहीं हो पा रहा। अपना कनेक्शन जाँचें, फिर कोशिश करें।',
  ],
  stale: [
    'This page has changed since you opened it.', 'Esta página ha cambiado desde que la abrió.',
    'Cette page a changé depuis que vous l’avez ouverte.', 'आपके खोलने के बाद यह पेज बदल गया है।',
  ],
  failed: [
    'Something went wrong on our side.', 'Algo salió mal de nuestro lado.', 'Un problème est survenu de notre côté.',
    'हमारी ओर से कुछ गड़बड़ हुई।',
  ],
  ended: [
    'This link can’t be used', 'Este enlace no se puede usar',
    'Ce lien est inutilisable', 'यह लिंक काम नहीं करता',
  ],
  expired: [
    'It has expired. Ask {company} for a new one.', 'Ha caducado. Pida uno nuevo a {company}.',
    'Il a expiré. Demandez-en un nouveau à {company}.', 'इसकी अवधि समाप्त हो गई है। {company} से नया लिंक माँगें।',
  ],
  revoked: [
    '{company} has withdrawn it.', '{company} lo ha anulado.',
    '{company} l’a annulé.', '{company} ने इसे वापस ले लिया है।',
  ],
  used: [
    'It is in use in another browser. Go on there, or ask for a new link.',
    'Está en uso en otro navegador. Continúe allí o pida un enlace nuevo.',
    'Il est utilisé dans un autre navigateur. Continuez là-bas ou demandez un nouveau lien.',
    'यह किसी दूसरे ब्राउज़र में उपयोग हो रहा है। वहीं जारी रखें, या नया लिंक माँगें।',
  ],
  unknown: [
    'The address is not complete, or the link does not exist any more.',
    'La dirección está incompleta o el enlace ya no existe.',
    'L’adresse est incomplète ou le lien n’existe plus.', 'पता अधूरा है, या यह लिंक अब मौजूद नहीं है।',
  ],
}
