// FingerPrintCaptureSDK: captures four fingers for the host, which gives them to
// IdentityProofingSDK.set4FingerPrintData.
import { FingersStep } from '../flow/fingering'
import { mended } from '../flow/mending'
import { mapOf, type PrintMap } from '../flow/prints'
import { fingers } from '../flow/shots'
import { languages } from '../screens/language'
import type { Capturing } from './capturing'
import { configured } from './configured'
import { errorOf, ProofdeskError } from './errors'
import { undisturbed } from './events'

/** The code of a response without prints. */
export const FINGERPRINT_CANCEL_RESPONSE_CODE = 'FINGERPRINT_CANCEL_RESPONSE_CODE'

/** The configuration of the screens: keys such as CFC_CAPTURE_LEFT_HAND, and texts under labels. */
export type FingerPrintConfig = Record<string, string | number | Record<string, string>>

/** What goes with prints: the engine's score of each, 0 to 1; where the applicant left, the code that says so. */
export interface FingerPrintResponse { code?: typeof FINGERPRINT_CANCEL_RESPONSE_CODE, quality: Record<string, number> }

/** What a capture resolves with; the map is null where the applicant left. */
export interface FingerPrintResult { resultMap: PrintMap | null, response: FingerPrintResponse }

/** Captures the fingers of one hand. */
export class FingerPrints {
  readonly FINGERPRINT_CANCEL_RESPONSE_CODE = FINGERPRINT_CANCEL_RESPONSE_CODE
  private language = ''

  constructor(private readonly capturing: Capturing) {}

  /** Sets the language of the captures to come, in place of that of the session. */
  setLanguage(code: string): void {
    if (!languages.some(one => one === code)) {
      throw new ProofdeskError('REFUSED', `the language must be one of ${languages.join(', ')}`)
    }
    this.language = code
  }

  /**
   * Captures the hand that the configuration names, with its keys in place of those of the session's preset. What is
   * resolved with is given to the callback too.
   */
  async captureFourFingerprint(
    config: FingerPrintConfig = {}, callback?: (...result: [PrintMap | null, FingerPrintResponse]) => void,
  ): Promise<FingerPrintResult> {
    const result = await this.result(config)
    undisturbed(() => callback?.(result.resultMap, result.response))
    return result
  }

  private async result(config: FingerPrintConfig): Promise<FingerPrintResult> {
    try {
      const { values } = this.capturing.session.options
      const own = configured(values, 'fourFingerConfiguration', config)
      if (this.language) own.sdkCustomizationOptions = { ...own.sdkCustomizationOptions, language: this.language }
      return await this.capturing.run('FINGERPRINT_CAPTURE', async (to, cover) => {
        const window = cover()
        const step = new FingersStep(to, window, fingers)
        const { prints, quality } = await mended(to, window, fingers, () => step.take())
        return { resultMap: mapOf(prints), response: { quality } }
      }, own)
    } catch (cause) {
      const error = errorOf(cause)
      if (error.code !== 'CANCELLED') throw error
      return { resultMap: null, response: { code: FINGERPRINT_CANCEL_RESPONSE_CODE, quality: {} } }
    }
  }
}
