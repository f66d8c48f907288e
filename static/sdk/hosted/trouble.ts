// What the hosted capture page says where something is in the way: EN, ES, FR, HI.
import { troubles } from '../screens/trouble'

/** The texts, by name. */
export const trouble = {
  notYet: ['That did not work yet', 'Aún no funcionó', 'Cela n’a pas encore fonctionné', 'यह अभी नहीं हो पाया'],
  kept: [
    'What you have sent already is kept.',
    'Lo que ya envió se conserva.', 'Ce que vous avez déjà envoyé est conservé.',
    'जो आप भेज चुके हैं वह सुरक्षित है।',
  ],
  again: ['Try again', 'Reintentar', 'Réessayer', 'फिर से कोशिश करें'],
  cameraNone: troubles.CAMERA_NONE.text,
  microphoneNone: troubles.MICROPHONE_NONE.text,
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
  wait: [
    'That was too much at once. Wait a while and try again, or ask {company} for another way.',
    'Fue demasiado a la vez. Espere un rato y reintente, o pida otra vía a {company}.',
    'C’était trop à la fois. Attendez un peu et réessayez, ou demandez une autre voie à {company}.',
    'एक साथ बहुत अधिक हो गया। थोड़ी देर बाद फिर कोशिश करें, या {company} से दूसरा तरीका पूछें।',
  ],
  outdated: [
    'Your video took too long to arrive. Please make it again.',
    'Su video tardó demasiado en llegar. Grábelo de nuevo, por favor.',
    'Votre vidéo a mis trop de temps à arriver. Refaites-la, s’il vous plaît.',
    'आपका वीडियो पहुँचने में बहुत समय लगा। कृपया उसे फिर से बनाएँ।',
  ],
  otherSide: [
    'That was another document or the other side. Have the right one ready, then try again.',
    'Era otro documento o el otro lado. Tenga listo el correcto y reintente.',
    'C’était un autre document ou l’autre côté. Préparez le bon, puis réessayez.',
    'वह दूसरा दस्तावेज़ या दूसरी ओर थी। सही वाला तैयार रखें, फिर कोशिश करें।',
  ],
  checker: [
    'This page could not load completely, or it ran out of memory. Close other apps, then try again.',
    'Esta página no se cargó por completo o se quedó sin memoria. Cierre otras aplicaciones y reintente.',
    'Cette page ne s’est pas chargée en entier ou manque de mémoire. Fermez d’autres applications, puis réessayez.',
    'यह पेज पूरा लोड नहीं हुआ, या मेमोरी कम पड़ गई। दूसरे ऐप बंद करें, फिर कोशिश करें।',
  ],
  network: [
    'The server can’t be reached. Check your connection, then try again.',
    'No se puede contactar con el servidor. Revise su conexión y reintente.',
    'Le serveur est injoignable. Vérifiez votre connexion, puis réessayez.',
    'सर्वर से संपर्क नहीं हो पा रहा। अपना कनेक्शन जाँचें, फिर कोशिश करें।',
  ],
  offline: [
    'You are offline. Leave this page open: it goes on by itself once you are online.',
    'No tiene conexión. Deje esta página abierta: continúa por sí sola cuando la haya.',
    'Vous êtes hors ligne. Laissez cette page ouverte : elle continue d’elle-même au retour de la connexion.',
    'आप ऑफ़लाइन हैं। यह पेज खुला रखें: कनेक्शन लौटने पर यह अपने आप आगे बढ़ेगा।',
  ],
  otherTab: [
    'This goes on in another tab', 'Esto continúa en otra pestaña',
    'Cela continue dans un autre onglet', 'यह किसी दूसरे टैब में जारी है',
  ],
  otherTabText: [
    'Close this one and go on there. If you go on here, it ends there, and what was sent is kept.',
    'Cierre esta y siga allí. Si sigue aquí, allí termina, y lo que ya se envió se conserva.',
    'Fermez celui-ci et continuez là-bas. Si vous continuez ici, cela s’arrête là-bas, et ce qui a été envoyé est ' +
      'conservé.',
    'इसे बंद करें और वहीं जारी रखें। यहाँ जारी रखने पर वह वहाँ समाप्त हो जाएगा, और भेजा गया सुरक्षित रहेगा।',
  ],
  goOnHere: ['Go on here', 'Seguir aquí', 'Continuer ici', 'यहाँ जारी रखें'],
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
    '{company} has withdrawn it. Ask {company} for a new one.', '{company} lo ha anulado. Pida uno nuevo a {company}.',
    '{company} l’a annulé. Demandez-en un nouveau à {company}.',
    '{company} ने इसे वापस ले लिया है। {company} से नया लिंक माँगें।',
  ],
  unneeded: [
    '{company} no longer needs these pictures. There is nothing for you to do.',
    '{company} ya no necesita estas fotos. Usted no tiene que hacer nada.',
    '{company} n’a plus besoin de ces photos. Vous n’avez rien à faire.',
    '{company} को अब इन फ़ोटो की ज़रूरत नहीं है। आपको कुछ नहीं करना है।',
  ],
  phoneOnly: [
    'It is for a phone. Open it there.', 'Es para un teléfono. Ábralo allí.',
    'Il est fait pour un téléphone. Ouvrez-le là.', 'यह फ़ोन के लिए है। इसे वहीं खोलें।',
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
