// The options that screens are drawn with. What an element reads is recorded on it, in data-option, so that nobody
// keeps a second list of which option shows where.
import { cssColor, parseColor, readable } from './color'
import { faceOf, type Face } from './font'
import { languageOf, type Own, type Tongue } from './language'

/** All options in force, by path: what initialize answers, flat. */
export type Values = Record<string, unknown>

/** Returns the address of an uploaded picture or font that an option names; nothing for a resource of Android. */
export type AddressOf = (name: string) => string | undefined

/** What a picture option names: the address of an uploaded picture, or a resource that only Android has. */
export interface Picture { name: string, address?: string }

/** The options of one session. */
export class Options {
  readonly language: Tongue

  /** Own is what a host says in place of texts of ours. */
  constructor(
    readonly values: Values, private readonly addressOf: AddressOf = () => undefined, private readonly own?: Own,
  ) {
    const over = languageOf(String(values.language ?? ''))
    this.language = own ? { ...own, over } : over
  }

  /** Returns the same options with other values. */
  with(values: Values): Options { return new Options(values, this.addressOf, this.own) }

  /** Returns a number without recording who reads it. */
  number(block: string, name: string): number {
    return Number(this.values[name.startsWith('/') ? name.slice(1) : `${block}.${name}`] ?? 0)
  }

  /** Returns a reader for an element. Names are those within a block, or whole paths after a slash. */
  of(element: Element, block: string): Reader {
    return new Reader(this.values, element as HTMLElement, block, this.addressOf)
  }
}

/** Reports whether a value switches something on: the options of the four fingers are Y or N. */
export const isSet = (value: unknown): boolean => value === true || value === 'Y'

/** Reads options and records them on the element that they form. */
export class Reader {
  constructor(
    private readonly values: Values,
    private readonly element: Pick<HTMLElement, 'dataset'>,
    private readonly block: string,
    private readonly addressOf: AddressOf,
  ) {}

  /** Returns the whole path of a name. */
  pathOf(name: string): string { return name.startsWith('/') ? name.slice(1) : `${this.block}.${name}` }

  private value(name: string): unknown {
    const path = this.pathOf(name)
    const known = this.element.dataset.option?.split(' ') ?? []
    if (!known.includes(path)) this.element.dataset.option = [...known, path].join(' ')
    return this.values[path]
  }

  text(name: string): string { return String(this.value(name) ?? '') }

  flag(name: string): boolean { return isSet(this.value(name)) }

  number(name: string): number { return Number(this.value(name) ?? 0) }

  font(name: string): Face {
    const font = this.text(name)
    return faceOf(font, font ? this.addressOf(font) : undefined)
  }

  /** Returns a size in sp as a CSS length, which grows with the size of text that the applicant chose. */
  size(name: string): string { return `calc(var(--sp) * ${this.number(name)})` }

  /** Returns a colour as CSS writes it, with the alpha of another option; transparent for a value that is none. */
  color(name: string, alpha?: string): string {
    const color = parseColor(this.text(name))
    if (!color) return 'transparent'
    return cssColor(alpha ? { ...color, a: color.a * this.number(alpha) / 255 } : color)
  }

  /** Returns a colour as it lies over the camera's picture, which shows through. */
  scrim(name: string): string {
    const color = parseColor(this.text(name))
    return color ? cssColor({ ...color, a: color.a * .8 }) : 'transparent'
  }

  /** Returns the colour in which a text on a ground is readable. */
  colorOn(ground: string): string {
    const color = parseColor(this.text(ground))
    return color ? cssColor(readable(color)) : 'inherit'
  }

  picture(name: string): Picture { return this.pictureOf(this.text(name)) }

  pictures(name: string): Picture[] {
    const all = this.value(name)
    return Array.isArray(all) ? all.map(one => this.pictureOf(String(one))) : []
  }

  private pictureOf(name: string): Picture {
    return { name, address: name ? this.addressOf(name) || undefined : undefined }
  }
}
