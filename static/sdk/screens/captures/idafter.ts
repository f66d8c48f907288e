// The screens that follow a capture of an identity document: warning, retry and preview.
import type { Preview, Retry, Warning } from '../scene'
import { color, font, image, layout, logic, text } from './names'

/** Returns the retry screen of a side, which comes where the realness of the side is below its limits. */
export const retry = (...limits: string[]): Retry => ({
  ground: color('retryScreenBackgroundColor'),
  image: image('retryScreenImage'),
  tint: color('retryScreenImageTintColor'),
  label: {
    text: text('retryScreenLabelText'),
    color: color('retryScreenLabelTextColor'),
    font: font('retryScreenLabelTextFont'),
    size: font('retryScreenLabelTextFontSize'),
  },
  retry: {
    text: text('retryButtonText'),
    color: color('retryScreenRetryButtonTextColor'),
    ground: color('retryScreenRetryButtonBgColor'),
    font: font('retryScreenRetryButtonFont'),
    size: font('retryScreenRetryButtonFontSize'),
  },
  done: {
    text: text('retryScreenCancelButtonText'),
    color: color('retryScreenDoneButtonTextColor'),
    ground: color('retryScreenDoneButtonBgColor'),
    font: font('retryScreenDoneButtonFont'),
    size: font('retryScreenDoneButtonFontSize'),
  },
  limits: limits.map(logic),
})

/** Returns the preview of a side, under a title. */
export const preview = (title: string): Preview => ({
  when: logic('isIDCapturePreviewEnabled'),
  ground: color('previewScreenBackgroundColor'),
  top: {
    text: text(title),
    ground: color('previewScreenTopViewBgColor'),
    color: color('previewScreenTitleLabelTextColor'),
    font: font('previewScreenTitleFont'),
    size: font('previewScreenTitleFontSize'),
  },
  back: {
    hide: layout('previewScreenToolbarBackIconHide'),
    image: image('previewScreenToolbarBackIcon'),
    tint: image('previewScreenToolbarBackIconTintColor'),
  },
  retry: {
    text: text('previewScreenRetryBtnText'),
    color: color('previewScreenRetryBtnTextColor'),
    ground: color('previewScreenRetryBtnBackgroundColor'),
    font: font('previewScreenRetryBtnFont'),
    size: font('previewScreenRetryBtnFontSize'),
  },
  done: {
    text: text('previewScreenDoneBtnText'),
    color: color('previewScreenDoneBtnTextColor'),
    ground: color('previewScreenDoneBtnBackgroundColor'),
    font: font('previewScreenDoneBtnFont'),
    size: font('previewScreenDoneBtnFontSize'),
  },
})

/** Returns the warning of a wrong document or side, with a message. */
export const warning = (message: string): Warning => ({
  label: {
    text: text(message),
    color: color('warningLabelTextColor'),
    ground: color('warningLabelBackgroundColor'),
    font: font('warningLabelFont'),
    size: font('warningLabelFontSize'),
  },
  delay: logic('wrongDocumentTypeWarningDelayInSec'),
  mode: logic('wrongDocumentTypeHandlingMode'),
  override: logic('allowOverrideWrongDocumentTypeAfterMs'),
  anyway: {
    text: text('captureAnywayButtonText'),
    color: color('captureAnywayButtonTextColor'),
    ground: color('captureAnywayButtonColor'),
    font: font('captureAnywayButtonTextFont'),
    size: font('captureAnywayButtonTextFontSize'),
  },
  exit: {
    text: text('exitButtonText'),
    color: color('exitButtonTextColor'),
    ground: color('exitButtonColor'),
    font: font('exitButtonTextFont'),
    size: font('exitButtonTextFontSize'),
  },
})
