// The captures whose options follow one pattern: document, voice and auto fill. Prompts about a document are those of
// ID capture.
import type { Capture, Prompt, Retry, Rule, Subject, Taking } from '../scene'
import { color, font, logic, ofID, text } from './names'
import { instruction } from './pattern'
import { above, below, narrow, wide } from './rules'
import { checking, own, spoken } from './spoken'

const taking: Taking = {
  ground: color('captureScreenBgColor'),
  bar: color('captureScreenTopBarBgColor'),
  cancel: { text: text('captureScreenCancelBtnText'), color: color('topBarTitleTextColor') },
  title: { text: text('captureScreenToolbarTitleText'), color: color('topBarTitleTextColor') },
  tones: {
    info: { ground: color('captureScreenInfoTextBgColor'), color: color('captureScreenInfoTextColor') },
    error: {
      ground: ofID(color('captureScreenErrorTextBgColor')),
      color: ofID(color('captureScreenErrorTextColor')),
    },
    success: {
      ground: ofID(color('captureScreenSuccessTextBgColor')),
      color: ofID(color('captureScreenSuccessTextColor')),
    },
  },
  prompt: { font: font('labelPromptFont'), size: font('labelPromptFontSize') },
  toggles: ['/documentCameraToggle', '/bothCameraToggle'],
  lens: '/defaultDocumentCamera',
}

const retry: Retry = {
  ground: color('retryScreenBackgroundColor'),
  label: { text: text('retryScreenLabelText'), color: color('retryScreenLabelTextColor') },
  retry: { text: text('retryButtonText') },
  done: { text: text('retryScreenCancelButtonText') },
}

const of = (name: string, said: string, tone: Prompt['tone'], ...rules: Rule[]): Prompt =>
  ({ name, text: ofID(text(said)), tone, rules })

const ofLogic = (name: string): string => ofID(logic(name))

const closer = of('closer', 'moveCloser', 'error', narrow(ofLogic('lowerWidthThresholdTolerance')))
const away = of('away', 'moveAway', 'error', wide(ofLogic('upperWidthThresholdTolerance')))
const glare = of('glare', 'tooMuchGlare', 'error', above('glare', ofLogic('glareDetectionThreshold')))
const dark = of('dark', 'tooMuchDark', 'error')
const blurred = of('blurred', 'tooBlurry', 'error', below('focus', ofLogic('focusThreshold')))
const finger = of('finger', 'fingerDetectedOnIdText', 'error', above('finger', ofLogic('fingerDetectionThreshold')))
const pale = of('pale', 'makeSurePhotoTextVisible', 'error')
const hold = of('hold', 'documentDetectedIdHoldText', 'success')
const failed = of('failed', 'captureScreenError', 'error')

/** What stands in the way of a picture of any document. */
const obstacles = [closer, away, glare, dark, blurred, finger, pale]

function patterned(name: string, block: string, subject: Subject, more: Partial<Capture>): Capture {
  return { name, block, subject, instruction, taking, prompts: [], retry, success: { word: 'taken' }, ...more }
}

/** The captures of documents, of the voice, and of an ID that fills in a form. */
export const otherCaptures: Capture[] = [
  patterned('document', 'documentCaptureCustomizationOptions', 'page', {
    taking: { ...taking, turned: '/documentCameraOrientation' },
    prompts: [of('align', 'alignDocumentText', 'info'), ...obstacles, hold, failed],
    warns: 'dark',
  }),
  patterned('voice', 'voiceCaptureCustomizationOptions', 'voice', {
    spoken: true,
    taking: { ...taking, toggles: [], lens: '' },
    prompts: spoken,
    warns: 'quiet',
    success: { word: 'recorded' },
    preview: {
      ground: color('instructionScreenBackgroundColor'),
      top: {
        text: text('captureScreenToolbarTitleText'),
        ground: color('captureScreenTopBarBgColor'),
        color: color('topBarTitleTextColor'),
      },
      retry: { text: text('retryButtonText') },
      done: {
        text: text('instructionScreenButtonText'),
        color: color('instructionScreenButtonTextColor'),
        ground: color('instructionScreenButtonBackgroundColor'),
      },
    },
  }),
  patterned('autofill', 'autoFillCaptureCustomizationOptions', 'front', {
    taking: { ...taking, ratio: ofID(logic('documentFrameWidthRatio')) },
    prompts: [
      of('scan', 'autofillInstructionsText', 'info'), ...obstacles,
      of('side', 'useFront', 'error'), of('otherSide', 'incorrectDocumentSideFrontText', 'error'), hold, failed,
      own('copied', 'copied', 'error'), checking,
    ],
    warns: 'dark',
    success: { side: 'front' },
  }),
]
