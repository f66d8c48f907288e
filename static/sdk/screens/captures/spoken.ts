// What captures say in words of our own: of the voice that they hear, and of what the server looks at.
import type { Prompt } from '../scene'
import type { Word } from '../words'

/** Returns a prompt for which no option has a text. */
export const own = (name: string, word: Word, tone: Prompt['tone']): Prompt => ({ name, text: '', tone, word })

/** The prompts of a voice. */
export const spoken: Prompt[] = [
  own('ready', 'ready', 'info'),
  own('recording', 'recording', 'info'),
  own('quiet', 'quiet', 'error'),
  own('loud', 'loud', 'error'),
  own('noise', 'noise', 'error'),
  own('short', 'brief', 'error'),
  own('interrupted', 'interrupted', 'error'),
]

/** The prompt while the applicant waits for the server. */
export const checking = own('checking', 'checking', 'info')

/** The prompts of a capture that the server looks at while the applicant waits. */
export const watched: Prompt[] = [
  checking,
  own('followMoves', 'moves', 'error'),
]
