// What a host can write in TypeScript: nothing runs here, the check of types is the test.
import type {
  Config, EventName, FieldError, FieldName, Filled, FilledField, Flavor, IdentityProofingSDK, Language, Listener,
  OwnLanguage, PrintMap, ProofdeskError, Shown, Submitted, TokenSource,
} from '../sdk/proofdesk'

type SDK = typeof IdentityProofingSDK
const accessToken: TokenSource = () => 'token'
const base = { apiBaseUrl: '', accessToken }
const own: OwnLanguage = { tag: 'ar', words: { back: '' } }
export const flavors: Flavor[] = ['FULL', 'MEDIUM', 'LITE_WITHOUT_MODELS']
export const ours: Language[] = ['EN', 'ES', 'FR', 'HI']
export const configs: Config[] = [{ ...base, flavor: 'MEDIUM', language: 'ES' }, { ...base, language: own }]
export const listened = (sdk: SDK, name: EventName, listener: Listener<EventName>): unknown => sdk.on(name, listener)
export const given = (sdk: SDK, map: PrintMap): unknown => sdk.set4FingerPrintData(map)
export const shown = async (sdk: SDK): Promise<Shown[]> => (await sdk.capture('ID_VALIDATION', ['id_front'])).captures
export const submittedAt = ({ submittedAt }: Submitted): string => submittedAt
export const wrongIn = ({ fields }: ProofdeskError): FieldError | undefined => fields[0]
export const filled = async (sdk: SDK): Promise<Filled> => (await sdk.autoFill()).fields
export const field = (all: Filled, name: FieldName): FilledField | undefined => all[name]

// @ts-expect-error: no such field
export const fieldName: FieldName = 'name'
// @ts-expect-error: no such build
export const flavor: Config = { ...base, flavor: 'SMALL' }
// @ts-expect-error: FULL has no other
export const full: Config = { ...base, flavor: 'FULL_WITHOUT_MODELS' }
// @ts-expect-error: not one of ours
export const language: Config = { ...base, language: 'de' }
// @ts-expect-error: not taken singly
export const kind = (sdk: SDK): unknown => sdk.capture('ID_VALIDATION', ['signature'])
// @ts-expect-error: no such function
export const name = (sdk: SDK): unknown => sdk.capture('ID', ['id_front'])
