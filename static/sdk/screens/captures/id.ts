// The captures of an identity document: front, back, passport, and the closer picture of a barcode.
import type { Capture, Prompt } from '../scene'
import { preview, retry, warning } from './idafter'
import { instruction, taking } from './idtaking'
import { idBlock as block, image, logic, text } from './names'
import { above, below, narrow, wide } from './rules'

const glaring = above('glare', logic('glareDetectionThreshold'))

const prompts: Prompt[] = [
  { name: 'align', text: text('alignRectangle'), tone: 'info' },
  { name: 'closer', text: text('moveCloser'), tone: 'error', rules: [narrow(logic('lowerWidthThresholdTolerance'))] },
  { name: 'away', text: text('moveAway'), tone: 'error', rules: [wide(logic('upperWidthThresholdTolerance'))] },
  { name: 'glare', text: text('tooMuchGlare'), tone: 'error', rules: [glaring], later: 'tilt' },
  { name: 'tilt', text: text('glareDetectedOnIdText'), tone: 'error', rules: [glaring] },
  { name: 'dark', text: text('tooMuchDark'), tone: 'error' },
  { name: 'blurred', text: text('tooBlurry'), tone: 'error', rules: [below('focus', logic('focusThreshold'))] },
  {
    name: 'finger',
    text: text('fingerDetectedOnIdText'),
    tone: 'error',
    rules: [above('finger', logic('fingerDetectionThreshold'))],
  },
]
const pale: Prompt = { name: 'pale', text: text('makeSurePhotoTextVisible'), tone: 'error' }
const last: Prompt[] = [
  { name: 'hold', text: text('documentDetectedIdHoldText'), tone: 'success' },
  { name: 'failed', text: text('captureScreenError'), tone: 'error' },
  { name: 'copied', text: '', tone: 'error', word: 'copied' },
]

const front: Prompt[] = [
  { name: 'side', text: text('useFront'), tone: 'error', rules: [below('side', logic('frontDocumentConfidence'))] },
  { name: 'otherSide', text: text('incorrectDocumentSideFrontText'), tone: 'error' },
]
const back: Prompt[] = [
  { name: 'flip', text: text('flipToBack'), tone: 'info' },
  { name: 'side', text: text('useBack'), tone: 'error', rules: [below('side', logic('backDocumentConfidence'))] },
  {
    name: 'otherSide',
    text: text('incorrectDocumentSideBackText'),
    tone: 'error',
    rules: [below('component', logic('documentBackComponentConfidence'))],
  },
]

const unread: Prompt = {
  name: 'unread',
  text: text('makeSureBarcodeVisible'),
  tone: 'error',
  limits: [logic('missingBarcodeTimeInterval')],
}

/** The captures of an identity document. */
export const idCaptures: Capture[] = [
  {
    name: 'idFront',
    block,
    subject: 'front',
    instruction,
    taking: taking('FrontID', 'captureScreenIdFrontOverlayImage', 'makeSurePhotoTextVisible'),
    prompts: [...prompts, pale, ...front, ...last],
    warning: warning('idCaptureFrontWarningMessage'),
    retry: retry('frontRealnessThreshold'),
    success: { side: 'front', text: text('flipToBack') },
    preview: preview('previewScreenTitleIdFront'),
  },
  {
    name: 'idBack',
    block,
    subject: 'back',
    instruction,
    taking: taking('BackID', 'captureScreenIdBackOverlayImage', 'makeSureBarcodeVisible'),
    prompts: [...prompts, pale, ...back, unread, ...last],
    warning: warning('idCaptureWarningMessage'),
    retry: retry('backRealnessThreshold'),
    success: { side: 'reverse' },
    preview: preview('previewScreenTitleIdBack'),
  },
  {
    name: 'passport',
    block,
    subject: 'passport',
    instruction: {
      ...instruction,
      when: 'enableDocumentInstructionScreen',
      picture: image('documentInstructionImageResId'),
      animation: undefined,
      label: { ...instruction.label, text: text('documentInstructionText') },
    },
    taking: taking('DocumentCapture', '', 'makeSurePhotoTextVisible'),
    prompts: [
      { name: 'align', text: text('alignDocumentText'), tone: 'info' },
      ...prompts.slice(1),
      { ...pale, rules: [below('mrz', logic('minMrzConfidence'))] },
      { name: 'page', text: '', tone: 'error', word: 'page' }, // of which no option speaks
      ...last,
    ],
    warns: 'dark',
    retry: retry('frontRealnessThreshold'),
    success: { word: 'taken' },
    preview: preview('previewScreenTitleIdFront'),
  },
  {
    name: 'barcode',
    block,
    subject: 'barcode',
    when: logic('isBarcodeRecoveryEnabled'),
    taking: {
      ...taking('BackID', '', 'barcodeScanInstructions'),
      label: { ...taking('BackID', '').label, text: text('captureScreenBarcodeLabel') },
      ratio: undefined,
      limits: [logic('missingBarcodeTimeInterval')],
    },
    prompts: [
      { name: 'scan', text: text('scanBarcode'), tone: 'info' },
      { name: 'align', text: text('alignBarcode'), tone: 'info' },
      {
        name: 'closer',
        text: text('moveCloserBarcode'),
        tone: 'error',
        limits: [logic('barcodeRecoveryMoveCloserTimeInterval')],
      },
      { name: 'away', text: text('moveAwayBarcode'), tone: 'error' },
      {
        name: 'unread',
        text: text('makeSureBarcodeVisible'),
        tone: 'error',
        rules: [below('barcode', logic('minBarcodeConfidence'))],
      },
      {
        name: 'hold',
        text: text('documentDetectedIdHoldText'),
        tone: 'success',
        limits: [logic('barcodeRecoveryCaptureTimeInterval')],
      },
      { name: 'failed', text: text('captureScreenBarcodeError'), tone: 'error' },
    ],
    success: { word: 'taken' },
  },
]
