// Takes one picture: the screens before it, the camera until a picture is good, and the screens after it.
import { isWithheld } from '../client/captured'
import type { Found, Limits } from '../device/message'
import { idBlock, ofID } from '../screens/captures/names'
import { lookedAt } from './confirming'
import { settled } from './frames'
import { isCopy, isFront, liveness, otherKind, useless, type Wrong } from './judge'
import { first, isGood, lacksBarcode, promptFor } from './look'
import { picturesOf } from './response'
import { documentResults, faceResults } from './results'
import { cancelled, Step, type Taken } from './step'
import { Watch } from './watch'

/** A picture that was taken. */
export interface Photo extends Taken { found: Found }

/** Takes one picture. */
export class PhotoStep extends Step {
  /** Takes the picture, again as often as the applicant wants another. */
  async run(): Promise<Taken> {
    await this.instruct()
    for (;;) {
      const photo = await this.take()
      const read = await this.read(photo)
      const wrong = await this.wrongWith(photo, read)
      if (wrong) await this.fail(wrong)
      else if (await this.confirmed(photo) && await this.stands(photo)) return this.finish(photo, read)
    }
  }

  /** Takes what belongs to a picture, and returns all of it. */
  private async finish(photo: Photo, read: Found): Promise<Taken> {
    const beside = await this.beside()
    const { kind } = this.shot
    const passport = isFront(kind) && !!read.mrzLines?.[0]?.text.startsWith('P')
    const apart = this.capture.name === 'idFront' && !this.shot.turned // nobody turns it over
    await this.dwell('success', { sides: passport ? 'one' : apart ? 'apart' : undefined })
    return {
      ...photo,
      pictures: await picturesOf(this.to.options.values, photo.bytes, photo.found),
      beside,
      kind: passport && kind === 'id_front' ? 'passport' : kind, // it may be shown where a card was asked for
      whole: passport && kind === 'secondary_front',
      unread: this.isUnread(photo.found, read),
      results: kind === 'selfie' ? faceResults(photo.found) : documentResults(read),
    }
  }

  /** Shows the camera and returns the first picture that is good, or the one that the applicant takes. */
  private async take(): Promise<Photo> {
    this.show('capture', { camera: this.to.camera.video, prompt: first(this.capture)?.name })
    await this.open()
    const watch = new Watch(this.to, this.window, this.capture, this.shot.kind, this.ownLimits())
    let unread = 0 // when a barcode could not be read for the first time
    for (;;) {
      const end = await watch.run((screen, more) => this.show(screen, more))
      const photo = await this.expose()
      if (end === 'good' && !isGood(photo.found)) {
        this.answer(promptFor(this.capture, photo.found)?.name) // more is seen on it than on a frame
        continue
      }
      if (end === 'good' && lacksBarcode(photo.found)) {
        unread ||= performance.now()
        if (performance.now() - unread < 1000 * this.number('missingBarcodeTimeInterval')) {
          this.answer('unread')
          continue
        }
      }
      const timing = watch.timing(end)
      this.to.events.emit('captured', { step: this.shot.kind, ...timing })
      return { ...photo, timing }
    }
  }

  /** Opens the camera that the preset names, or goes on with it after another screen. */
  protected open(size?: 'film'): Promise<void> {
    const large = this.flag(this.capture.name === 'selfie' ? 'captureOptions.capture4K' : ofID('enableIDCapture4K'))
    const facing = this.to.options.values[this.capture.taking.lens.slice(1)] === 'FRONT' ? 'user' : 'environment'
    return this.to.camera.open({ facing, size: size ?? (large ? '4K' : undefined) })
  }

  /** Takes the picture in full size and looks at it as a whole. */
  private async expose(): Promise<Photo> {
    await settled(this.to.camera, () => { if (this.window.left) throw cancelled() })
    const bytes = await this.to.camera.take()
    const found = await this.to.engine.picture(this.shot.kind, bytes, this.ownLimits())
    return { kind: this.shot.kind, bytes, type: 'image/jpeg', capturedAt: new Date().toISOString(), found }
  }

  /** Reads what is written on the picture of an identity document, and looks whether it is one. */
  private async read({ bytes, found }: Photo): Promise<Found> {
    const { kind } = this.shot
    if (['selfie', 'document'].includes(kind) || useless(kind, found)) return {}
    return this.to.engine.picture(isFront(kind) ? 'passport' : kind, bytes, this.ownLimits(), 'read')
  }

  /** Reports whether a back shows a barcode that could not be read and that the preset wants taken again. */
  private isUnread(found: Found, { symbols = [] }: Found): boolean {
    const wanted = this.flag('captureOptions.isBarcodeRecoveryEnabled') && !isWithheld(this.to.options, 'id_back')
    return this.shot.kind === 'id_back' && wanted &&
      lacksBarcode(found) && !symbols.some(({ symbology }) => symbology === 'PDF417')
  }

  private number(name: string): number { return this.to.options.number(this.capture.block, 'captureOptions.' + name) }

  /** Returns why a picture is not to be sent; nothing where it is. */
  private async wrongWith({ bytes, found }: Photo, read: Found): Promise<Wrong | undefined> {
    const { kind } = this.shot
    if (useless(kind, found)) return 'failed'
    // After the last try only a code counts, and the server judges: nobody is kept out for what could not be read.
    if (kind !== 'selfie') return isCopy(read) ? 'copied' : otherKind(kind, found, read, await this.tries.over())
    const held = await this.to.engine.picture('document', bytes, {})
    if (liveness(found.faces![0], held) < this.number('liveFaceProbabilityThreshold')) return 'fake'
    await this.tries.genuine()
    return undefined
  }

  /**
   * Tells the applicant why a picture is not sent. Fake faces are only prompted about until there were as many in a row
   * as the preset allows.
   */
  private async fail(wrong: Wrong): Promise<void> {
    if (wrong === 'fake') {
      if (await this.tries.fake() < this.number('consecutiveFakeFaceLimit')) return this.answer(wrong)
    }
    await this.again(wrong)
  }

  /** Reports whether a picture that the applicant wants is to be sent as it is. */
  protected async stands(_photo: Photo): Promise<boolean> { return true }

  /** Takes what belongs to it. */
  protected async beside(): Promise<Taken | undefined> { return undefined }

  private async confirmed(photo: Photo): Promise<boolean> {
    if (!this.capture.preview || !this.flag(this.capture.preview.when)) return true
    return lookedAt(this.window, photo, more => this.show('preview', more))
  }

  /** Returns the thresholds of the capture's block by name, for the engine. */
  private ownLimits(): Limits {
    const of = this.capture.name === 'selfie' ? this.capture.block : idBlock // whose prompts all documents have
    const limits = this.limits(of)
    const real = this.to.options.values[of + '.enableRealIDDetection']
    const seen = { isBarcodeRecoveryEnabled: true } // a barcode is waited for in any case
    return typeof real === 'boolean' ? { ...limits, ...seen, enableRealIDDetection: real } : limits
  }
}
