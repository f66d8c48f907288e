// Virtual cameras: programs that browsers offer as a camera, and that show whatever they are given.

/** What their names have in common, by what their makers call them. */
const names = new RegExp([
  'virtual', 'v-?cam\\b', '\\bobs\\b', 'manycam', 'splitcam', 'sparkocam', 'xsplit', 'snap camera', 'youcam',
  'webcamoid', 'droidcam', 'iriun', 'epoccam', 'ivcam', '\\bcamo\\b', 'mmhmm', 'chromacam', 'fakewebcam',
  'dummy video', 'v4l2loopback', 'ndi (webcam|video)', 'screen ?capture',
].join('|'), 'i')

/** How much of a name is told. */
const most = 100

/** Returns the name of a camera that is a program; undefined for others, and for those that have no name. */
export function virtualName(label = ''): string | undefined {
  const name = [...label.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()].slice(0, most).join('').trim()
  return names.test(name) ? name : undefined
}
