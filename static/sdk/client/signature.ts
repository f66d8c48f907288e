// SignatureSDK: captures a signature for the host, which gives it to IdentityProofingSDK.setSignatureData.
import { SignatureStep, type Signature } from '../flow/signing'
import type { Capturing } from './capturing'
import { configured } from './configured'
import { errorOf } from './errors'

/** The code of a result without a signature. */
export const SIGNATURE_CANCEL_RESPONSE_CODE = 'SIGNATURE_CANCEL_RESPONSE_CODE'

/** The configuration of the screen: keys such as signature_title_text, whose values are texts. */
export type SignatureConfig = Record<string, string>

/** A signature; where the applicant left, two nulls and the code that says so. */
export type SignatureResult =
  | Signature & { code?: undefined }
  | { SignatureImage: null, SignatureDataCoordinates: null, code: typeof SIGNATURE_CANCEL_RESPONSE_CODE }

/** Captures signatures. */
export class Signatures {
  readonly SIGNATURE_CANCEL_RESPONSE_CODE = SIGNATURE_CANCEL_RESPONSE_CODE

  constructor(private readonly capturing: Capturing) {}

  /** Opens the screen to sign on, with the keys of config in place of those of the session's preset. */
  async captureSignature(config: SignatureConfig = {}): Promise<SignatureResult> {
    try {
      const own = configured(this.capturing.session.options.values, 'signatureConfiguration', config)
      const shot = { capture: 'signature', kind: 'signature' }
      return await this.capturing.run('SIGNATURE_CAPTURE', (to, cover) =>
        new SignatureStep(to, cover(), shot).sign(), own)
    } catch (cause) {
      const error = errorOf(cause)
      if (error.code !== 'CANCELLED') throw error
      return { SignatureImage: null, SignatureDataCoordinates: null, code: SIGNATURE_CANCEL_RESPONSE_CODE }
    }
  }
}
