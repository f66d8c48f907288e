// The captures of the two separate libraries: the signature and the four fingers.
import type { Type } from '../dom'
import type { Capture, Prompt } from '../scene'
import { ofSignature, typed } from './names'
import { instruction } from './pattern'

/** The capture of a signature, whose own screen has a configuration apart. */
export const signature: Capture = {
  name: 'signature',
  block: 'signatureCaptureCustomizationOptions',
  subject: 'signature',
  instruction,
  taking: { cancel: {}, tones: { info: {}, error: {}, success: {} }, prompt: {}, toggles: [], lens: '' },
  prompts: [
    { name: 'empty', text: '', tone: 'info' },
    { name: 'signed', text: '', tone: 'info' },
    { name: 'short', text: '', tone: 'error', word: 'short' },
    { name: 'keys', text: '', tone: 'info', word: 'keys' },
  ],
  warns: 'short',
  retry: { label: { word: 'unsigned' }, retry: {}, done: {} },
  success: { word: 'signed' },
  preview: {
    ground: ofSignature('capture_screen_background_color'),
    top: { ...typed('title'), text: undefined, word: 'signature' },
    retry: typed('clear_btn'),
    done: typed('done_btn'),
  },
}

const prompt = (name: string, label: string, tone: Prompt['tone']): Prompt => ({ name, text: 'labels.' + label, tone })

const label: Type = {
  color: 'cfc_label_text_color',
  alpha: 'cfc_label_text_color_alpha',
  typeface: { type: 'cfc_label_text_typeface_type', style: 'cfc_label_text_typeface_style' },
  shadow: 'id_enable_label_shadow',
}

/**
 * The capture of four fingers. Its instructions have a typeface instead of a font. It has no prompts for the other hand
 * and for one that is too near or too far in general: nothing here can tell.
 */
export const fingers: Capture = {
  name: 'fingers',
  block: 'fourFingerConfiguration',
  subject: 'hand',
  instruction: {
    when: 'CFC_SHOW_INSTRUCTION_SCREEN',
    dark: true,
    label: { ...label, text: 'labels.camera_finger_capture_title' },
    button: {
      color: 'cfc_instruction_button_txt_color',
      alpha: 'cfc_instruction_button_txt_alpha',
      ground: 'cfc_instruction_button_color',
      groundAlpha: 'cfc_instruction_button_alpha',
    },
  },
  taking: {
    cancel: {},
    label: { ...label, text: 'labels.camera_finger_capture_title' },
    tones: { info: {}, error: {}, success: {} },
    prompt: label,
    shutter: { ground: 'id_capture_button_color', groundAlpha: 'id_capture_button_alpha' },
    toggles: [],
    lens: '',
  },
  prompts: [
    { name: 'ready', text: '', tone: 'info' },
    prompt('closer', 'move_closer', 'error'),
    prompt('hold', 'hold_steady', 'error'),
    prompt('capturing', 'capturing_detail', 'success'),
  ],
  warns: 'closer',
  retry: { label: { word: 'unread' }, retry: {}, done: {} },
  success: { word: 'taken' },
  preview: { top: {}, retry: {}, done: {} },
}
