// Starts a session: asks the server what applies, and loads the engine.
import { Engine } from '../device/engine'
import { Options } from '../screens/options'
import { API } from './api'
import { build, type Config } from './config'
import type { Emitter } from './events'
import { overridden } from './overridden'
import { Pending } from './pending'
import { flat, type Session, type SDKSession } from './session'
import { Tokens } from './tokens'

/** Returns a session for what a host configured. It asks for neither camera nor location. */
export async function startSession(config: Config, events: Emitter, left: AbortSignal): Promise<Session> {
  const { flavor = 'MEDIUM', preset, language, applicant, enableGPS, isUpdateModelsData } = config
  const json = { flavor, sdkVersion: build.version, preset, applicant, enableGPS, isUpdateModelsData }
  const api = new API(config.apiBaseUrl, new Tokens(config.accessToken), undefined, [left])
  const engine = new Engine(config.apiBaseUrl, build.files, config.workerUrl)
  left.addEventListener('abort', () => engine.stop())
  try {
    const ask = (language?: string): Promise<SDKSession> =>
      api.json('/api/v4/initialize', { method: 'POST', json: { ...json, language } })
    const asked = ask(language)
    const loaded = engine.start((received, size) => events.emit('download', { received, size }), isUpdateModelsData)
    const [session, , pending] = await Promise.all([asked, loaded, Pending.open()])
    const options = optionsOf(config, session)
    const optionsIn = async (language: string): Promise<Options> => optionsOf(config, await ask(language))
    return {
      session, api, engine, events, pending, options, optionsIn, sdkVersion: build.version,
      located: enableGPS === true,
    }
  } catch (cause) {
    engine.stop()
    throw cause
  }
}

/** Returns the options of a session, with those that the host sets in their place. */
function optionsOf(config: Config, { customization }: SDKSession): Options {
  const values = overridden(flat(customization), flat(config.sdkCustomizationOptions ?? {}))
  if (config.enableDebug) values.isDebugMode = true
  return new Options(values, name => /^https?:/.test(name) ? name : undefined)
}
