// Takes a signature: the screen before it, the pad until there is enough ink on it, and the signature to look at before
// it is sent.
import { agreed } from './confirming'
import { Pad } from './pad'
import { cancelled, Step, type Taken } from './step'

/** A signature: its picture as PNG in base64, and the pen's way as JSON. */
export interface Signature { SignatureImage: string, SignatureDataCoordinates: string }

/** Takes one signature. */
export class SignatureStep extends Step {
  async run(): Promise<Taken> {
    return { ...sent(await this.sign()), kind: this.shot.kind }
  }

  /** Returns the signature that the applicant is content with. */
  async sign(): Promise<Signature> {
    await this.instruct()
    const pad = new Pad(() => this.tell(pad, 'signed'), () => this.tell(pad, 'keys'))
    try {
      for (;;) {
        const began = performance.now()
        if (await this.written(pad)) {
          const milliseconds = Math.round(performance.now() - began)
          this.to.events.emit('captured', { step: this.shot.kind, automatic: false, milliseconds })
          const picture = pad.picture()
          this.show('preview', { taken: picture })
          if (await agreed(this.window)) {
            await this.succeed()
            const SignatureImage = picture.toDataURL('image/png').split(',')[1]
            return { SignatureImage, SignatureDataCoordinates: pad.coordinates }
          }
        } else {
          await this.again('short')
        }
        pad.clear()
      }
    } finally {
      pad.close()
    }
  }

  private tell(pad: Pad, prompt: string): void { this.show('capture', { subject: pad.element, prompt }, true) }

  /** Lets the applicant sign, and reports whether that is a signature. Too little of one is warned of once. */
  private async written(pad: Pad): Promise<boolean> {
    this.tell(pad, 'empty')
    for (let warned = false; ;) {
      const action = await this.window.action()
      if (action === 'clear' || action === 'undo') {
        if (action === 'clear') pad.clear()
        else pad.undo()
        this.tell(pad, pad.empty ? 'empty' : 'signed')
      } else if (action !== 'done') {
        throw cancelled()
      } else if (pad.signed || warned) {
        return pad.signed
      } else {
        warned = true
        this.show('warning', { subject: pad.element, prompt: 'short' }, true)
      }
    }
  }
}

/** Returns a signature as it is sent. */
export function sent(signature: Signature): Omit<Taken, 'kind'> {
  const bytes = new TextEncoder().encode(JSON.stringify(signature))
  return { bytes, type: 'application/json', capturedAt: new Date().toISOString() }
}
