// What the captures, screens and prompts of the preview are called on the page.
import { t } from '../words'

const captures: Record<string, () => string> = {
  idFront: () => t('ID, front'),
  idBack: () => t('ID, back'),
  passport: () => t('Passport'),
  barcode: () => t('Barcode, closer'),
  selfie: () => t('Selfie capture'),
  video: () => t('Video capture'),
  document: () => t('Document'),
  voice: () => t('Voice capture'),
  autofill: () => t('Auto fill'),
  signature: () => t('Signature capture'),
  fingers: () => t('Four fingers'),
}

const screens: Record<string, () => string> = {
  instruction: () => t('Instruction'),
  capture: () => t('Capture'),
  warning: () => t('Warning'),
  retry: () => t('Retry'),
  success: () => t('Success'),
  preview: () => t('Preview'),
}

const prompts: Record<string, () => string> = {
  align: () => t('align'),
  closer: () => t('closer'),
  away: () => t('farther'),
  glare: () => t('glare'),
  tilt: () => t('tilt'),
  dark: () => t('dark'),
  bright: () => t('bright'),
  blurred: () => t('blurred'),
  finger: () => t('finger'),
  pale: () => t('washed out'),
  page: () => t('photo page'),
  side: () => t('turn over'),
  otherSide: () => t('wrong side'),
  flip: () => t('next side'),
  mismatch: () => t('two IDs'),
  unread: () => t('unreadable'),
  scan: () => t('scan'),
  hold: () => t('good'),
  failed: () => t('not taken'),
  copied: () => t('a copy'),
  straight: () => t('head turned'),
  chinDown: () => t('chin down'),
  chinUp: () => t('chin up'),
  eyes: () => t('closed eyes'),
  leftEye: () => t('left eye'),
  rightEye: () => t('right eye'),
  several: () => t('more than one face'),
  faceMask: () => t('face mask'),
  glasses: () => t('glasses worn'),
  hat: () => t('hat'),
  scarf: () => t('scarf'),
  mask: () => t('mask'),
  hand: () => t('hand'),
  glassesHat: () => t('glasses, hat'),
  scarfHat: () => t('scarf, hat'),
  scarfGlasses: () => t('scarf, glasses'),
  maskHat: () => t('mask, hat'),
  scarfMask: () => t('scarf, mask'),
  maskGlasses: () => t('mask, glasses'),
  fake: () => t('not live'),
  notLive: () => t('no live face'),
  ready: () => t('ready'),
  recording: () => t('recording'),
  quiet: () => t('too quiet'),
  loud: () => t('too loud'),
  noise: () => t('noisy'),
  empty: () => t('empty'),
  signed: () => t('signed'),
  short: () => t('too short'),
  keys: () => t('keyboard'),
  tooClose: () => t('too close'),
  tooFar: () => t('too far'),
  otherHand: () => t('other hand'),
  capturing: () => t('capturing'),
}

const named = (names: Record<string, () => string>) => (name: string): string => names[name]?.() ?? name

export const captureName = named(captures)
export const screenName = named(screens)
export const promptName = named(prompts)

/** Returns the name of a language of the capture screens, in the language of the page. */
export function languageName(language: string): string {
  const tag = language.toLowerCase()
  return new Intl.DisplayNames([document.documentElement.lang], { type: 'language' }).of(tag) ?? language
}
