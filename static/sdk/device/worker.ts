// Runs the engine beside the page: frames of the camera and whole pictures come in, what was found goes out.
import type { Asked, Found, Told } from './message'
import { shrunk } from './shrink'
import { compiles } from './wasm'

/** What the engine puts into the global scope. */
interface Engine {
  assess(kind: string, bytes: Uint8Array, options: object): string | Error
  assessFrame(kind: string, pixels: Uint8Array, width: number, height: number, options: object): string | Error
  inspect(captures: { kind: string, bytes: Uint8Array }[], today: string, options: object): string | Error
}

interface Report { captures: Found[], checks: Found['checks'] }

interface Runtime { importObject: WebAssembly.Imports, run(instance: WebAssembly.Instance): Promise<void> }

const scope = globalThis as unknown as {
  Go: new () => Runtime
  proofdeskEngine: Engine
  onmessage: (event: MessageEvent<Asked>) => void
  postMessage(told: Told, transfer?: Transferable[]): void
}

let memory: WebAssembly.Memory | undefined

async function load(wasm: ArrayBuffer): Promise<void> {
  const go = new scope.Go()
  const { instance } = await WebAssembly.instantiate(wasm, go.importObject)
  memory = instance.exports.mem as WebAssembly.Memory
  void go.run(instance)
}

function parsed<T>(text: string | Error): T {
  if (text instanceof Error) throw text
  return JSON.parse(text) as T
}

const today = (): string => new Date().toISOString().slice(0, 10)

async function answer(asked: Asked): Promise<Told> {
  const { id } = asked
  switch (asked.do) {
    case 'load':
      await load(asked.wasm)
      return { id }
    case 'frame': {
      const { kind, pixels, options } = asked
      const { data, width, height } = shrunk({ ...asked, data: new Uint8ClampedArray(pixels) })
      const bytes = new Uint8Array(data.buffer, 0, data.length)
      const text = scope.proofdeskEngine.assessFrame(kind, bytes, width, height, options)
      return { id, found: parsed(text), pixels, memory: memory?.buffer.byteLength }
    }
    case 'picture': {
      const { kind, bytes, options } = asked
      return { id, found: parsed(scope.proofdeskEngine.assess(kind, new Uint8Array(bytes), options)) }
    }
    case 'read': {
      const { kind, bytes, options } = asked
      const all = [{ kind, bytes: new Uint8Array(bytes) }]
      const { captures, checks } = parsed<Report>(scope.proofdeskEngine.inspect(all, today(), options))
      return { id, found: { ...captures[0], checks } }
    }
  }
}

scope.onmessage = async ({ data }) => {
  const told = await answer(data).catch((cause: unknown): Told => (
    { id: data.id, failure: String(cause), forbidden: !compiles() }))
  scope.postMessage(told, told.pixels ? [told.pixels] : [])
}
