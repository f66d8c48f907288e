// What the hosted capture page says where fingers are captured: EN, ES, FR, HI.

/** The texts, by name. */
export const fingers = {
  fingers: ['The fingers of one hand', 'Los dedos de una mano', 'Les doigts d’une main', 'एक हाथ की उँगलियाँ'],
  printsMeasured: [
    'Your fingerprints are measured.', 'Sus huellas dactilares se miden.',
    'Vos empreintes digitales sont mesurées.', 'आपकी उँगलियों के निशान मापे जाते हैं।',
  ],
}
