// The capture of a selfie. The source gives its prompts no colours of text, so the readable one is used.
import type { Capture, Prompt, Rule } from '../scene'
import { color, font, image, layout, logic, text } from './names'
import { above, below } from './rules'
import { own, watched } from './spoken'

const block = 'selfieCaptureCustomizationOptions'

const error = (name: string, of: string, ...rules: Rule[]): Prompt => ({ name, text: text(of), tone: 'error', rules })

const eyes = logic('eyeOpenProbability')
const light = logic('lightIntensityThreshold') // too much light scores as low as too little

const prompts: Prompt[] = [
  { name: 'align', text: text('alignInsideOval'), tone: 'info' },
  error('closer', 'moveCloser', below('face_width', logic('minFaceWidth'))),
  error('away', 'moveAway'),
  error('straight', 'straightenHead', below('least_angle', logic('minHeadEulerAngle')),
    above('greatest_angle', logic('maxHeadEulerAngle'))),
  error('chinDown', 'moveFaceDown', below('nose_height', logic('minRelativeNoseHeight'))),
  error('chinUp', 'moveFaceUp', above('nose_height', logic('maxRelativeNoseHeight'))),
  error('eyes', 'eyesClosed', below('eyes_open', eyes)),
  error('leftEye', 'leftEyeClosed', below('left_eye_open', eyes)),
  error('rightEye', 'rightEyeClosed', below('right_eye_open', eyes)),
  { ...error('bright', 'tooMuchLight'), limits: [light] },
  error('dark', 'tooDark', below('light', light)),
  error('blurred', 'faceNotInFocus', below('focus', logic('focusFaceThreshold'))),
  error('several', 'multipleFaces'),
  error('glasses', 'glassesDetected', above('glasses', logic('labelsConfidenceThreshold'))),
  error('fake', 'fakeFace', below('live', logic('liveFaceProbabilityThreshold'))),
  error('notLive', 'liveFaceNotDetected'),
  { name: 'hold', text: text('capturingFace'), tone: 'success' },
  error('failed', 'captureScreenError'),
  own('interrupted', 'interrupted', 'error'),
  ...watched,
]

/** The capture of a selfie. */
export const selfie: Capture = {
  name: 'selfie',
  block,
  subject: 'face',
  instruction: {
    when: 'enableSelfieInstructionScreen',
    ground: color('instructionScreenBackgroundColor'),
    back: { hide: layout('instructionBackBtnHide'), image: image('selfieInstructionBackImageResId') },
    picture: image('selfieInstructionImageResId'),
    label: { text: text('selfieInstructionText'), font: font('instructionScreenLabelFont') },
    button: { text: text('selfieInstructionScreenButtonText'), font: font('instructionScreenButtonFont') },
  },
  taking: {
    ground: color('captureScreenBgColor'),
    bar: color('captureScreenTopBarBgColor'),
    cancel: {
      tint: color('captureScreenCancelBtnTintColor'),
      image: image('captureScreenCancelBtnImage'),
      gravity: layout('topBarCancelButtonGravity'),
    },
    title: {
      text: text('captureScreenToolbarTitleText'),
      color: color('captureScreenToolbarTitleTextColor'),
      font: font('captureScreenToolbarTitleTextFont'),
      hide: layout('isCaptureScreenToolbarTitleHide'),
    },
    label: { text: text('captureScreenLabel'), font: font('labelFont'), gravity: layout('captureLabelGravity') },
    bottom: image('captureBottomBarImage'),
    overlay: image('captureSilhouetteImage'),
    tones: {
      info: { ground: color('captureScreenInfoTextBgColor') },
      error: { ground: color('captureScreenErrorTextBgColor') },
      success: { ground: color('captureScreenSuccessTextBgColor') },
    },
    prompt: { font: font('labelPromptFont') },
    toggles: ['/liveFaceCameraToggle', '/bothCameraToggle'],
    lens: '/defaultLiveFaceCamera',
  },
  prompts,
  warns: 'dark',
  retry: {
    ground: color('retryScreenBackgroundColor'),
    image: image('retryScreenImage'),
    label: { text: text('retryScreenLabelText'), font: font('retryScreenLabelTextFont') },
    retry: { text: text('retryButtonText'), font: font('retryScreenRetryButtonFont') },
    done: { text: text('retryCancelButtonText'), font: font('retryScreenDoneButtonFont') },
    limits: [logic('consecutiveFakeFaceLimit')],
  },
  success: { text: text('realFace') },
  preview: {
    when: logic('isSelfieCapturePreviewEnabled'),
    top: {
      text: text('previewScreenTitle'),
      ground: color('captureScreenTopBarBgColor'),
      color: color('topBarTitleTextColor'),
    },
    retry: { text: text('previewScreenRetryBtnText') },
    done: { text: text('previewScreenDoneBtnText') },
  },
}
