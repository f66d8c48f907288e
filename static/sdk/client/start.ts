// Starts a session: asks the server what applies, and loads the engine.
import { Engine } from '../device/engine'
import type { Own } from '../screens/language'
import { Options } from '../screens/options'
import { API } from './api'
import { build, type Config } from './config'
import { errorOf, ProofdeskError } from './errors'
import type { Emitter } from './events'
import { ownOf } from './language'
import { Pending } from './pending'
import { flat, merged, type Chosen, type Session, type SDKSession } from './session'
import { against } from './support'
import { Timings } from './timings'
import { Tokens } from './tokens'
import { within } from './within'

/** Returns a session for what a host configured. It asks for neither camera nor location. */
export async function startSession(config: Config, events: Emitter, left: AbortSignal): Promise<Session> {
  const { preset, language, applicant, enableGPS, isUpdateModelsData, sdkCustomizationOptions, flavor = 'MEDIUM' } =
    config
  const lacks = await against([])
  if (lacks) throw new ProofdeskError(lacks, 'this page or browser lacks what captures need')
  const json = { flavor, sdkVersion: build.version, preset, applicant, enableGPS, isUpdateModelsData }
  const api = new API(config.apiBaseUrl, new Tokens(config.accessToken), undefined, [left])
  const engine = new Engine(config.apiBaseUrl, build.files, config.workerUrl)
  const opening = Pending.open(() => events.emit('error', { code: 'STORAGE', retryable: false }))
  const end = (): void => {
    engine.stop()
    void opening.then(pending => pending.close())
  }
  left.addEventListener('abort', end)
  try {
    const own = ownOf(language)
    const ask = (more: Record<string, unknown>): Promise<SDKSession> => api.json('/api/v4/initialize', {
      method: 'POST',
      json: { ...json, language: own ? undefined : language, ...more },
    })
    const asked = ask({ sdkCustomizationOptions })
    const timings = new Timings()
    const began = performance.now()
    let downloaded = false
    const loaded = engine.start((received, size) => {
      downloaded = true
      events.emit('download', { received, size })
    }, isUpdateModelsData).then(
      () => timings.started({ milliseconds: Math.round(performance.now() - began), downloaded }),
      cause => asked.then(() => { throw cause }), // where the server fails too, it is not for the engine
    )
    const [session, , pending] = await Promise.all([asked, loaded, opening])
    const options = optionsOf(config, session, own)
    const { name, version } = session.preset ?? {}
    const having = async (set: Record<string, unknown>): Promise<Chosen> => {
      const { customization, voice } = await ask({
        preset: name && `${name}@${version}`, // another draw might choose another
        sdkCustomizationOptions: merged(sdkCustomizationOptions ?? {}, set),
      })
      const chosen = { ...session, customization, voice }
      return { session: chosen, options: optionsOf(config, chosen, own) }
    }
    return {
      session, api, engine, timings, events, pending, options, having, sdkVersion: build.version, located: !!enableGPS,
    }
  } catch (cause) {
    end()
    const error = errorOf(cause)
    if (error.code === 'NETWORK') await hint(error, config.apiBaseUrl + build.files.worker.path)
    throw error
  }
}

/**
 * Says what a browser hides: a server whose files any page may read answers, and its API does not answer this page. One
 * that takes longer than some seconds says nothing.
 */
export const hint = (error: ProofdeskError, file: string): Promise<void> =>
  within(5000, fetch(file, { method: 'HEAD', cache: 'no-store' })).then(() => {
    error.message += `, but its server answers: does the client allow ${location.origin}?`
  }, () => {})

/** Returns the options of a session, among which are those that the host sets in place of its preset's. */
function optionsOf({ enableDebug }: Config, { customization }: SDKSession, own?: Own): Options {
  const values = flat(customization)
  if (enableDebug) values.isDebugMode = true
  return new Options(values, name => /^https?:/.test(name) ? name : undefined, own)
}
