// What the server asks an applicant to do before the camera, in words. They are no option of a preset: what they say
// is what the server looks for.
import { inLanguage, type Tongue } from '../screens/language'

/** What the server asks for in one attempt: moves in their order, with so many seconds for each. */
export interface Challenge { id: string, moves: Move[], seconds: number }

const moves = {
  turn_left: [
    'Turn your head to the left', 'Gire la cabeza a la izquierda',
    'Tournez la tête à gauche', 'सिर बाईं ओर घुमाएँ',
  ],
  turn_right: [
    'Turn your head to the right', 'Gire la cabeza a la derecha',
    'Tournez la tête à droite', 'सिर दाईं ओर घुमाएँ',
  ],
  look_up: ['Look up', 'Mire hacia arriba', 'Regardez vers le haut', 'ऊपर देखें'],
  blink: [
    'Close your eyes for a second', 'Cierre los ojos un segundo',
    'Fermez les yeux une seconde', 'एक पल के लिए आँखें बंद करें',
  ],
  come_closer: ['Come closer', 'Acérquese', 'Approchez-vous', 'पास आएँ'],
}

export type Move = keyof typeof moves

/** Every text: the moves, and what is said before the first one, and while the server can't be asked for them. */
export const said = {
  ...moves,
  still: ['Keep still', 'No se mueva', 'Ne bougez pas', 'स्थिर रहें'],
  offline: [
    'No connection. Stay here: your video is kept.',
    'Sin conexión. Quédese aquí: su video se conserva.',
    'Pas de connexion. Restez ici : votre vidéo est conservée.',
    'कनेक्शन नहीं है। यहीं रुकें: आपका वीडियो सुरक्षित है।',
  ],
}

/** Returns what to say for a move, or around the moves, in a language. */
export const sayMove = (language: Tongue, move: keyof typeof said): string => inLanguage(language, said[move])
