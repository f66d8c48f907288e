// What screens say that no option sets: names of buttons without text, and what a screen reader needs.
import { inLanguage, type Tongue } from './language'

export const said = {
  back: ['Back', 'Atrás', 'Retour', 'वापस'],
  cancel: ['Cancel', 'Cancelar', 'Annuler', 'रद्द करें'],
  continue: ['Continue', 'Continuar', 'Continuer', 'जारी रखें'],
  again: ['Try again', 'Reintentar', 'Réessayer', 'फिर से कोशिश करें'],
  switch: ['Switch camera', 'Cambiar de cámara', 'Changer de caméra', 'कैमरा बदलें'],
  light: ['Light', 'Luz', 'Lumière', 'रोशनी'],
  take: ['Take the picture', 'Tomar la foto', 'Prendre la photo', 'फ़ोटो लें'],
  record: ['Record', 'Grabar', 'Enregistrer', 'रिकॉर्ड करें'],
  taken: ['Picture taken', 'Foto tomada', 'Photo prise', 'फ़ोटो ले ली गई'],
  front: ['Front captured', 'Frente capturado', 'Recto capturé', 'सामने का भाग ले लिया गया'],
  reverse: ['Back captured', 'Reverso capturado', 'Verso capturé', 'पिछला भाग ले लिया गया'],
  recorded: ['Recorded', 'Grabado', 'Enregistré', 'रिकॉर्ड हो गया'],
  signed: ['Signature received', 'Firma recibida', 'Signature reçue', 'हस्ताक्षर मिल गया'],
  signature: ['Your signature', 'Su firma', 'Votre signature', 'आपका हस्ताक्षर'],
  unsigned: [
    'This is not a signature yet', 'Esto aún no es una firma',
    'Ce n’est pas encore une signature', 'यह अभी हस्ताक्षर नहीं है',
  ],
  picture: ['The picture that was taken', 'La foto tomada', 'La photo prise', 'ली गई फ़ोटो'],
  rightHand: ['Your right hand', 'Su mano derecha', 'Votre main droite', 'आपका दायाँ हाथ'],
  leftHand: ['Your left hand', 'Su mano izquierda', 'Votre main gauche', 'आपका बायाँ हाथ'],
  unread: [
    'Your fingers could not be read', 'No se pudieron leer sus dedos',
    'Vos doigts n’ont pas pu être lus', 'आपकी उँगलियाँ पढ़ी नहीं जा सकीं',
  ],
  look: ['Is this right?', '¿Es correcto?', 'Est-ce exact ?', 'क्या यह सही है?'],
  lookText: [
    'This was read from your document. Correct what is wrong.',
    'Esto se leyó de su documento. Corrija lo que esté mal.',
    'Voici ce qui a été lu sur votre document. Corrigez les erreurs.',
    'यह आपके दस्तावेज़ से पढ़ा गया है। जो गलत हो उसे सुधारें।',
  ],
  checkValue: ['Check this value.', 'Revise este valor.', 'Vérifiez cette valeur.', 'इस मान को जाँचें।'],
  enterValue: ['Enter this value.', 'Escriba este valor.', 'Saisissez cette valeur.', 'यह मान भरें।'],
  checkDate: [
    'Check the dates: they don’t fit together.', 'Revise las fechas: no concuerdan.',
    'Vérifiez les dates : elles ne concordent pas.', 'तारीखें जाँचें: वे मेल नहीं खातीं।',
  ],
  checkYear: ['Check the year.', 'Revise el año.', 'Vérifiez l’année.', 'वर्ष जाँचें।'],
  copied: [
    'This looks like a copy or a screen. Show the document itself.',
    'Parece una copia o una pantalla. Muestre el documento mismo.',
    'Cela ressemble à une copie ou à un écran. Montrez le document lui-même.',
    'यह प्रति या स्क्रीन जैसा दिखता है। मूल दस्तावेज़ दिखाएँ।',
  ],
  page: [
    'Show the photo page.', 'Muestre la página de la foto.', 'Montrez la page photo.', 'फ़ोटो वाला पन्ना दिखाएँ।',
  ],
  noMore: [
    'There are no more tries. Ask for another way.',
    'No quedan más intentos. Pida otra forma.',
    'Il ne reste plus d’essai. Demandez un autre moyen.',
    'अब और प्रयास नहीं बचे। दूसरा तरीका पूछें।',
  ],
  box: [
    'Sign in this box',
    'Firme en este recuadro',
    'Signez dans ce cadre',
    'इस खाने में हस्ताक्षर करें',
  ],
  undo: ['Undo', 'Deshacer', 'Annuler le dernier trait', 'पिछला हटाएँ'],
  short: [
    'That is too little for a signature. Sign in full.',
    'Eso es muy poco para una firma. Firme por completo.',
    'C’est trop peu pour une signature. Signez en entier.',
    'हस्ताक्षर के लिए यह बहुत कम है। पूरा हस्ताक्षर करें।',
  ],
  keys: [
    'Sign with a finger, a mouse or a pen. If you can’t, leave and ask for another way.',
    'Firme con un dedo, un ratón o un lápiz. Si no puede, salga y pida otra forma.',
    'Signez avec un doigt, une souris ou un stylet. Sinon, quittez et demandez un autre moyen.',
    'उँगली, माउस या पेन से हस्ताक्षर करें। यदि संभव न हो, तो बाहर निकलें और दूसरा तरीका पूछें।',
  ],
  video: ['Video', 'Video', 'Vidéo', 'वीडियो'],
  stop: ['Stop recording', 'Detener la grabación', 'Arrêter l’enregistrement', 'रिकॉर्डिंग रोकें'],
  sound: ['Your recording', 'Su grabación', 'Votre enregistrement', 'आपकी रिकॉर्डिंग'],
  watch: ['Play the video', 'Reproducir el video', 'Lire la vidéo', 'वीडियो चलाएँ'],
  play: ['Listen', 'Escuchar', 'Écouter', 'सुनें'],
  ready: [
    'Press the button, then read this aloud.',
    'Pulse el botón y lea esto en voz alta.',
    'Appuyez sur le bouton, puis lisez ceci à voix haute.',
    'बटन दबाएँ, फिर इसे ज़ोर से पढ़ें।',
  ],
  recording: [
    'Recording. Press again when you are done.',
    'Grabando. Pulse otra vez al terminar.',
    'Enregistrement en cours. Appuyez de nouveau pour finir.',
    'रिकॉर्डिंग चल रही है। पूरा होने पर फिर दबाएँ।',
  ],
  quiet: [
    'We can hardly hear you. Speak up.',
    'Casi no se le oye. Hable más alto.',
    'On vous entend à peine. Parlez plus fort.',
    'आपकी आवाज़ बहुत धीमी है। ज़ोर से बोलें।',
  ],
  loud: [
    'Too loud. Hold the device farther away.',
    'Demasiado alto. Aleje el dispositivo.',
    'Trop fort. Éloignez l’appareil.',
    'आवाज़ बहुत तेज़ है। डिवाइस को दूर रखें।',
  ],
  noise: [
    'There is too much noise. Go to a quiet place.',
    'Hay demasiado ruido. Vaya a un lugar tranquilo.',
    'Il y a trop de bruit. Allez dans un endroit calme.',
    'शोर बहुत है। किसी शांत जगह जाएँ।',
  ],
  brief: [
    'That was too short. Read the whole text.',
    'Fue demasiado corto. Lea todo el texto.',
    'C’était trop court. Lisez tout le texte.',
    'यह बहुत छोटा था। पूरा पाठ पढ़ें।',
  ],
  checking: [
    'One moment, please.', 'Un momento, por favor.', 'Un instant, s’il vous plaît.', 'कृपया रुकें।',
  ],
  moves: [
    'We could not see all the moves.', 'No vimos todos los movimientos.',
    'Nous n’avons pas vu tous les mouvements.', 'सभी हरकतें दिखाई नहीं दीं।',
  ],
  interrupted: [
    'The recording was interrupted. Stay on this page until it ends.',
    'La grabación se interrumpió. Quédese en esta página hasta que termine.',
    'L’enregistrement a été interrompu. Restez sur cette page jusqu’à la fin.',
    'रिकॉर्डिंग बीच में रुक गई। पूरी होने तक इसी पेज पर रहें।',
  ],
  phrase: [
    'I am who I say I am, and I apply of my own free will.',
    'Soy quien digo ser y hago esta solicitud por mi propia voluntad.',
    'Je suis la personne que je dis être et je fais cette demande de mon plein gré.',
    'मैं वही व्यक्ति हूँ जिसका नाम मैंने दिया है, और यह आवेदन मैंने अपनी इच्छा से किया है।',
  ],
} satisfies Record<string, [string, string, string, string]>

export type Word = keyof typeof said

/** Returns a word in a language. */
export const say = (language: Tongue, word: Word): string => inLanguage(language, said[word])
