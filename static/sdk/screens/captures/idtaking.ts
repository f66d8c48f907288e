// How the screens before and during a capture of an identity document are made: instruction and capture.
import type { Instruction, Taking } from '../scene'
import { color, font, image, layout, logic, text } from './names'

/** The screen before an identity document is captured. */
export const instruction: Instruction = {
  when: 'enableIdInstructionScreen',
  ground: color('instructionScreenBackgroundColor'),
  back: {
    hide: layout('instructionBackBtnHide'),
    image: image('idInstructionBackImageResId'),
    tint: color('instructionScreenBackButtonTintColor'),
  },
  picture: image('idInstructionImageResId'),
  animation: {
    on: logic('isIdInstructionAnimationEnabled'),
    seconds: logic('idInstructionAnimationDuration'),
    frames: image('idCaptureInstructionAnimationImages'),
  },
  label: {
    text: text('idInstructionText'),
    color: color('instructionScreenLabelTextColor'),
    ground: color('instructionScreenLabelTextBgColor'),
    font: font('instructionScreenLabelFont'),
    size: font('instructionScreenLabelFontSize'),
    elevation: layout('instructionLabelTextBgCardElevation'),
  },
  button: {
    text: text('idInstructionScreenButtonText'),
    color: color('instructionScreenButtonTextColor'),
    ground: color('instructionScreenButtonBackgroundColor'),
    font: font('instructionScreenButtonFont'),
    size: font('instructionScreenButtonFontSize'),
  },
}

/** Returns how a side is taken. Side is the part of the names of its title: FrontID, BackID or DocumentCapture. */
export function taking(side: string, overlay: string, hint?: string): Taking {
  return {
    ground: color('captureScreenBgColor'),
    bar: color('captureScreenTopBarBgColor'),
    cancel: {
      text: text('captureScreenCancelBtnText'),
      color: color('topBarCancelBtnTextColor'),
      tint: color('captureScreenCancelBtnTintColor'),
      image: image('captureScreenCancelBtnImage'),
      gravity: layout('topBarCancelButtonGravity'),
    },
    label: {
      text: text(`captureScreen${side}Label`),
      color: color(`captureScreen${side}LabelColor`),
      font: font(`captureScreen${side}TextFont`),
      size: font(`captureScreen${side}TextFontSize`),
      hide: layout('isCaptureScreenToolbarTitleHide'),
      gravity: layout('captureLabelGravity'),
      risesToBar: true,
    },
    hint: hint ? { text: text(hint), font: font('labelFont'), size: font('labelFontSize') } : undefined,
    bottom: image('captureBottomBarImage'),
    overlay: overlay ? image(overlay) : undefined,
    ratio: logic('documentFrameWidthRatio'),
    upright: 'idCaptureOrientationMode',
    turned: '/documentCameraOrientation',
    tones: {
      info: { ground: color('captureScreenInfoTextBgColor'), color: color('captureScreenInfoTextColor') },
      error: { ground: color('captureScreenErrorTextBgColor'), color: color('captureScreenErrorTextColor') },
      success: { ground: color('captureScreenSuccessTextBgColor'), color: color('captureScreenSuccessTextColor') },
    },
    prompt: { font: font('labelPromptFont'), size: font('labelPromptFontSize') },
    progress: {
      on: layout('isIdCaptureProgressBarEnabled'),
      width: layout('idCaptureProgressBarLineWidth'),
      color: color('progressBarColor'),
    },
    toggles: ['/documentCameraToggle', '/bothCameraToggle'],
    lens: '/defaultDocumentCamera',
  }
}
