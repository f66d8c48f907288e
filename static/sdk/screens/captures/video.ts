// The capture of a video in which the applicant reads a phrase aloud. The source gives it no options of its own: the
// screens look like those of the selfie, whose prompts about the place of a face it has too, and what is to be done is
// said as for a voice.
import type { Capture } from '../scene'
import { text } from './names'
import { selfie } from './selfie'
import { spoken } from './spoken'

const { instruction, preview, prompts, taking } = selfie

/** The prompts of the selfie that hold for who speaks and moves: eyes may shut and the head may turn. */
const seen = ['align', 'closer', 'away', 'bright', 'dark', 'several', 'notLive', 'checking', 'followMoves']

const toRead = '/voiceCaptureCustomizationOptions.' + text('instructionText')

/** The capture of a video. */
export const video: Capture = {
  ...selfie,
  name: 'video',
  spoken: true,
  instruction: { ...instruction!, when: undefined, label: { ...instruction!.label, text: toRead } },
  taking: { ...taking, title: { ...taking.title, text: '', word: 'video' }, label: undefined, toggles: [] },
  prompts: [...spoken, ...prompts.filter(({ name }) => seen.includes(name))],
  retry: { ...selfie.retry!, limits: undefined },
  success: { word: 'recorded' },
  preview: {
    ...preview!, when: undefined, top: { ...preview!.top, text: '', word: 'sound' },
    done: { ...preview!.done, text: '' },
  },
}
