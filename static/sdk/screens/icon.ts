// Small pictures on buttons, in the colour of the text around them.
import { drawing } from './dom'

const paths = {
  close: 'M6 6l12 12M18 6L6 18',
  back: 'M15 5l-7 7 7 7',
  switch: 'M4 9h3l1.5-2h7L17 9h3v9H4zM14.7 11.6a3.4 3.4 0 1 0 .7 3M15.6 10.2v2h-2',
  light: 'M7 3h10v3l-2.5 3.5V20h-5V9.5L7 6zM7 6.5h10M12 12v2.5',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  alert: 'M12 7.5v6M12 17v.2M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z',
  lock: 'M7 11V8a5 5 0 0 1 10 0v3M5.5 11h13v9h-13zM12 14.5v2.5',
  stop: 'M8 8h8v8H8z',
  play: 'M8.5 5.5l10 6.5-10 6.5z',
  microphone: 'M12 4a2.5 2.5 0 0 1 2.5 2.5v5a2.5 2.5 0 0 1-5 0v-5A2.5 2.5 0 0 1 12 4zM6.5 11.5a5.5 5.5 0 0 0 11 0' +
    'M12 17v3',
}

export type Icon = keyof typeof paths

/** Returns an icon. */
export function icon(name: Icon): SVGSVGElement {
  return drawing(name === 'back' ? 'icon turns' : 'icon', 24, 24, [['path', { d: paths[name] }]])
}
