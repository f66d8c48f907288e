// What the hosted capture page says where an applicant reads aloud: EN, ES, FR, HI.

/** The texts, by name. */
export const spoken = {
  aboutVoice: [
    'It takes about a minute. You need a microphone and a quiet place.',
    'Toma alrededor de un minuto. Necesita un micrófono y un lugar tranquilo.',
    'Cela prend environ une minute. Il vous faut un micro et un endroit calme.',
    'इसमें लगभग एक मिनट लगता है। आपको माइक्रोफ़ोन और एक शांत जगह चाहिए।',
  ],
  aboutVideo: [
    'It takes about two minutes. You need a camera, a microphone, good light and a quiet place.',
    'Toma unos dos minutos. Necesita cámara, micrófono, buena luz y un lugar tranquilo.',
    'Cela prend environ deux minutes. Il vous faut une caméra, un micro, un bon éclairage et un endroit calme.',
    'इसमें लगभग दो मिनट लगते हैं। आपको कैमरा, माइक्रोफ़ोन, अच्छी रोशनी और शांत जगह चाहिए।',
  ],
  film: [
    'A video of you, with sound', 'Un video de usted, con sonido',
    'Une vidéo de vous, avec le son', 'आपका एक वीडियो, आवाज़ के साथ',
  ],
  filmWhy: [
    'reading a short text aloud, then making a few moves, such as turning your head, to check that you are there ' +
      'yourself',
    'leyendo un texto corto en voz alta y haciendo luego unos movimientos, como girar la cabeza, para comprobar que ' +
      'es usted en persona',
    'en lisant un court texte à voix haute, puis avec quelques mouvements, comme tourner la tête, pour vérifier que ' +
      'vous êtes bien là',
    'एक छोटा पाठ ज़ोर से पढ़ते हुए, फिर सिर घुमाने जैसी कुछ हरकतें करते हुए, यह जाँचने के लिए कि आप स्वयं उपस्थित हैं',
  ],
  filmed: ['A video of you', 'Un video de usted', 'Une vidéo de vous', 'आपका एक वीडियो'],
  filmedWhy: [
    'of about 15 seconds, making a few moves, such as turning your head, to check that you are there yourself',
    'de unos 15 segundos, haciendo unos movimientos, como girar la cabeza, para comprobar que es usted en persona',
    'd’environ 15 secondes, avec quelques mouvements, comme tourner la tête, pour vérifier que vous êtes bien là',
    'लगभग 15 सेकंड का, सिर घुमाने जैसी कुछ हरकतें करते हुए, यह जाँचने के लिए कि आप स्वयं उपस्थित हैं',
  ],
  voice: ['Your voice', 'Su voz', 'Votre voix', 'आपकी आवाज़'],
  voiceWhy: [
    'reading a short text aloud', 'leyendo un texto corto en voz alta',
    'en lisant un court texte à voix haute', 'एक छोटा पाठ ज़ोर से पढ़ते हुए',
  ],
}
