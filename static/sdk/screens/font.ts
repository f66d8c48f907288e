// Fonts: the families that Android knows by name, and the type of the four-finger capture.

/** What a font option means in CSS. */
export interface Face { family: string, weight?: string, style?: string }

const system = 'var(--system)'

// Android's own families. A font of the host application is used where the page has loaded one of that name.
const families: Record<string, Face> = {
  'sans-serif': { family: system },
  'sans-serif-thin': { family: system, weight: '200' },
  'sans-serif-light': { family: system, weight: '300' },
  'sans-serif-medium': { family: system, weight: '500' },
  'sans-serif-black': { family: system, weight: '900' },
  'sans-serif-condensed': { family: `"Roboto Condensed", "Arial Narrow", ${system}` },
  serif: { family: '"Noto Serif", serif' },
  'serif-monospace': { family: 'monospace' },
  monospace: { family: '"Roboto Mono", "Noto Sans Mono", monospace' },
  cursive: { family: '"Dancing Script", cursive' },
  casual: { family: '"Coming Soon", cursive' },
}

/** Reports whether a name is that of a family that every Android device has. */
export const isFamily = (name: string): boolean => Object.hasOwn(families, name)

const loaded = new Map<string, string>() // families by address

/** Returns the family of an uploaded font. Texts are drawn in it once it has been loaded from its address. */
function familyOf(address: string): string {
  const family = 'upload ' + address.replace(/^.*\//, '').replace(/[^\w-]/g, '')
  if (loaded.has(address)) return family
  loaded.set(address, family)
  load(window, family, address).catch(() => loaded.delete(address)) // the next drawing tries again
  return family
}

function load(view: Window & typeof globalThis, family: string, address: string): Promise<FontFace> {
  const face = new view.FontFace(family, `url("${encodeURI(address)}")`)
  view.document.fonts.add(face)
  return face.load()
}

/** Loads the uploaded fonts of everything that was drawn so far in another window too: each has fonts of its own. */
export function loadFonts(view: Window & typeof globalThis): void {
  for (const [address, family] of loaded) load(view, family, address).catch(() => {})
}

/**
 * Returns the face of a font's name: an Android family, a resource such as @font/brand, or the path of an asset. An
 * uploaded font has an address.
 */
export function faceOf(name: string, address?: string): Face {
  if (name === '') return { family: system }
  if (address) return { family: `"${familyOf(address)}", ${system}` }
  if (isFamily(name)) return families[name]
  const base = name.replace(/^.*[/:]/, '').replace(/\.\w+$/, '')
  return { family: `"${base.replace(/[^\w-]/g, '')}", ${system}` }
}

const types: Record<string, Face> = {
  DEFAULT: { family: system },
  DEFAULT_BOLD: { family: system, weight: '700' },
  SANS_SARIF: { family: 'sans-serif' },
  SERIF: families.serif,
  MONOSPACE: families.monospace,
}

/** Returns the face of a type and a style of the four-finger capture. */
export function typefaceOf(type: string, style: string): Face {
  const face = { ...(types[type] ?? types.DEFAULT) }
  if (style.includes('BOLD')) face.weight = '700'
  if (style.includes('ITALIC')) face.style = 'italic'
  return face
}
