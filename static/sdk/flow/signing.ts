// Takes a signature: the screen before it, and the pad until there is enough ink on it.
import { Pad } from './pad'
import { cancelled, Step, type Taken } from './step'

/** A signature: its picture as PNG in base64, and the pen's way as JSON. */
export interface Signature { SignatureImage: string, SignatureDataCoordinates: string }

/** Takes one signature. */
export class SignatureStep extends Step {
  async run(): Promise<Taken> {
    return { ...sent(await this.sign()), kind: this.shot.kind }
  }

  /** Returns what the applicant signs. */
  async sign(): Promise<Signature> {
    await this.instruct()
    const began = performance.now()
    const tell = (prompt: string): void => this.show('capture', { subject: pad.element, prompt }, true)
    const pad = new Pad(() => tell('signed'), () => tell('keys'))
    try {
      tell('empty')
      for (;;) {
        const action = await this.window.action()
        if (action === 'clear' || action === 'undo') {
          if (action === 'clear') pad.clear()
          else pad.undo()
          tell(pad.empty ? 'empty' : 'signed')
        } else if (action !== 'done') {
          throw cancelled()
        } else if (pad.signed) {
          break
        } else {
          tell('short')
        }
      }
      const signature = { SignatureImage: pad.picture(), SignatureDataCoordinates: pad.coordinates }
      const milliseconds = Math.round(performance.now() - began)
      this.to.events.emit('captured', { step: this.shot.kind, automatic: false, milliseconds })
      await this.succeed()
      return signature
    } finally {
      pad.close()
    }
  }
}

/** Returns a signature as it is sent. */
export function sent(signature: Signature): Omit<Taken, 'kind'> {
  const bytes = new TextEncoder().encode(JSON.stringify(signature))
  return { bytes, type: 'application/json', capturedAt: new Date().toISOString() }
}
