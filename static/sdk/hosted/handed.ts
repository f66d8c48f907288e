// What the hosted capture page says where a desktop hands a link over to a phone: EN, ES, FR, HI.

/** The texts, by name. */
export const handed = {
  scan: [
    'Go on with your phone', 'Continúe con su teléfono', 'Continuez avec votre téléphone', 'अपने फ़ोन से जारी रखें',
  ],
  scanText: [
    'Its camera is better for this. Scan the code with it; this page follows along.',
    'Su cámara es mejor para esto. Escanee el código con ella; esta página le seguirá.',
    'Sa caméra convient mieux. Scannez le code avec elle ; cette page suivra.',
    'इसके लिए उसका कैमरा बेहतर है। उससे कोड स्कैन करें; यह पेज साथ चलेगा।',
  ],
  scanCode: [
    'QR code for your phone', 'Código QR para su teléfono', 'Code QR pour votre téléphone', 'आपके फ़ोन के लिए QR कोड',
  ],
  lost: [
    'The connection to your phone was lost. Go on there, or scan this new code.',
    'Se perdió la conexión con su teléfono. Continúe allí o escanee este código nuevo.',
    'La connexion à votre téléphone est perdue. Continuez là-bas ou scannez ce nouveau code.',
    'आपके फ़ोन से संपर्क टूट गया। वहीं जारी रखें, या यह नया कोड स्कैन करें।',
  ],
  away: [
    'You are offline. A code comes back with the connection.',
    'No tiene conexión. Habrá un código cuando vuelva.',
    'Vous êtes hors ligne. Un code reviendra avec la connexion.',
    'आप ऑफ़लाइन हैं। कनेक्शन लौटने पर कोड फिर दिखेगा।',
  ],
  ownCamera: [
    'Use this computer’s camera', 'Usar la cámara de este equipo',
    'Utiliser la caméra de cet ordinateur', 'इस कंप्यूटर का कैमरा इस्तेमाल करें',
  ],
  number: [
    'Choose this number on your phone', 'Elija este número en su teléfono',
    'Choisissez ce nombre sur votre téléphone', 'अपने फ़ोन पर यह संख्या चुनें',
  ],
  numberText: [
    'A phone has scanned the code. Tell the number to nobody.',
    'Un teléfono escaneó el código. No diga el número a nadie.',
    'Un téléphone a scanné le code. Ne dites le nombre à personne.',
    'एक फ़ोन ने कोड स्कैन किया है। संख्या किसी को न बताएँ।',
  ],
  follows: [
    'Continue on your phone', 'Siga en su teléfono', 'Poursuivez sur votre téléphone', 'अपने फ़ोन पर आगे बढ़ें',
  ],
  followsText: [
    'Leave this page open: it shows what has arrived.', 'Deje esta página abierta: muestra lo que ha llegado.',
    'Laissez cette page ouverte : elle montre ce qui est arrivé.', 'यह पेज खुला रखें: यह दिखाता है कि क्या पहुँचा।',
  ],
  connected: ['Connected', 'Conectado', 'Connecté', 'जुड़ गया'],
  notMyPhone: [
    'That is not my phone', 'Ese no es mi teléfono', 'Ce n’est pas mon téléphone', 'यह मेरा फ़ोन नहीं है',
  ],
  refused: [
    'A wrong number was chosen', 'Se eligió un número incorrecto',
    'Un mauvais nombre a été choisi', 'गलत संख्या चुनी गई',
  ],
  refusedText: [
    'The phone was disconnected. If that was not you, somebody else has seen the code.',
    'El teléfono se desconectó. Si no fue usted, otra persona ha visto el código.',
    'Le téléphone a été déconnecté. Si ce n’était pas vous, quelqu’un d’autre a vu le code.',
    'फ़ोन का संपर्क काट दिया गया। यदि वह आप नहीं थे, तो किसी और ने कोड देखा है।',
  ],
  newCode: ['Show a new code', 'Mostrar un código nuevo', 'Afficher un nouveau code', 'नया कोड दिखाएँ'],
  blocked: ['Go on another way', 'Continúe de otra forma', 'Continuez autrement', 'दूसरे तरीके से जारी रखें'],
  blockedText: [
    'No code can be shown now. Open the link itself on your phone.',
    'Ahora no se puede mostrar ningún código. Abra el enlace mismo en su teléfono.',
    'Aucun code ne peut être affiché. Ouvrez le lien lui-même sur votre téléphone.',
    'अभी कोई कोड नहीं दिखाया जा सकता। लिंक को ही अपने फ़ोन पर खोलें।',
  ],
  yours: ['Is this your computer?', '¿Es este su equipo?', 'Est-ce votre ordinateur ?', 'क्या यह आपका कंप्यूटर है?'],
  yoursText: [
    '{company} wants to go on with you on this phone. You began on a computer:',
    '{company} quiere continuar con usted en este teléfono. Usted empezó en un equipo:',
    '{company} veut continuer avec vous sur ce téléphone. Vous avez commencé sur un ordinateur :',
    '{company} इस फ़ोन पर आपके साथ आगे बढ़ना चाहता है। आपने एक कंप्यूटर पर शुरू किया:',
  ],
  yoursNumber: [
    'Choose the number that it shows. If somebody else sent you the code or tells you the number, stop here.',
    'Elija el número que muestra. Si otra persona le envió el código o le dice el número, deténgase aquí.',
    'Choisissez le nombre qu’il affiche. Si quelqu’un vous a envoyé le code ou vous dit le nombre, arrêtez-vous ici.',
    'वह जो संख्या दिखा रहा है उसे चुनें। यदि कोड किसी और ने भेजा है या संख्या बता रहा है, तो यहीं रुकें।',
  ],
  notMine: [
    'That is not my computer', 'Ese no es mi equipo', 'Ce n’est pas mon ordinateur', 'यह मेरा कंप्यूटर नहीं है',
  ],
  unknownBrowser: [
    'an unknown browser', 'un navegador desconocido', 'un navigateur inconnu', 'कोई अज्ञात ब्राउज़र',
  ],
  apart: [
    'This phone is not connected', 'Este teléfono no está conectado',
    'Ce téléphone n’est pas connecté', 'यह फ़ोन जुड़ा नहीं है',
  ],
  apartText: [
    'The code was used, has been replaced, or another number was the right one. Scan the code on your computer.',
    'El código ya se usó, fue reemplazado o el número correcto era otro. Escanee el código de su equipo.',
    'Le code a été utilisé ou remplacé, ou le bon nombre en était un autre. Scannez le code sur votre ordinateur.',
    'कोड इस्तेमाल हो चुका है, बदल गया है, या सही संख्या कोई और थी। अपने कंप्यूटर पर दिख रहा कोड स्कैन करें।',
  ],
  outside: [
    'Open this in your browser', 'Abra esto en su navegador',
    'Ouvrez ceci dans votre navigateur', 'इसे अपने ब्राउज़र में खोलें',
  ],
  outsideText: [
    'You are inside another app, whose own browser may lose what you capture. Nothing has been taken here.',
    'Está dentro de otra aplicación, cuyo navegador puede perder lo que capture. Aquí no se ha tomado nada.',
    'Vous êtes dans une autre application, dont le navigateur peut perdre vos captures. Rien n’a été pris ici.',
    'आप किसी दूसरे ऐप के अंदर हैं, जिसका ब्राउज़र आपकी फ़ोटो खो सकता है। यहाँ कुछ नहीं लिया गया।',
  ],
  outsideBegun: [
    'You began inside another app. Go on in your browser: what was sent is kept.',
    'Empezó dentro de otra aplicación. Continúe en su navegador: lo enviado se conserva.',
    'Vous avez commencé dans une autre application. Continuez dans votre navigateur : ce qui est envoyé est conservé.',
    'आपने किसी दूसरे ऐप के अंदर शुरू किया। अपने ब्राउज़र में जारी रखें: जो भेजा गया वह सुरक्षित है।',
  ],
  outsideGiven: [
    'You have two minutes. After that, load this page again.',
    'Tiene dos minutos. Después, vuelva a cargar esta página.',
    'Vous avez deux minutes. Ensuite, rechargez cette page.',
    'आपके पास दो मिनट हैं। उसके बाद यह पेज फिर से लोड करें।',
  ],
  openSafari: ['Open in Safari', 'Abrir en Safari', 'Ouvrir dans Safari', 'Safari में खोलें'],
  openChrome: ['Open in Chrome', 'Abrir en Chrome', 'Ouvrir dans Chrome', 'Chrome में खोलें'],
  copy: ['Copy the link', 'Copiar el enlace', 'Copier le lien', 'लिंक कॉपी करें'],
  copied: [
    'Copied. Paste it into the address bar of your browser.',
    'Copiado. Péguelo en la barra de direcciones de su navegador.',
    'Copié. Collez-le dans la barre d’adresse de votre navigateur.',
    'कॉपी हो गया। इसे अपने ब्राउज़र के पता बार में चिपकाएँ।',
  ],
  doneDesk: [
    'Your computer shows how it goes on. You can close this page.',
    'Su equipo muestra cómo continuar. Puede cerrar esta página.',
    'Votre ordinateur indique la suite. Vous pouvez fermer cette page.',
    'आगे क्या करना है यह आपका कंप्यूटर दिखाता है। आप यह पेज बंद कर सकते हैं।',
  ],
}
