// The engine on the device: loaded once with its hash checked, kept by the browser, and started again when it fails.
import { ProofdeskError } from '../client/errors'
import { allowed, lacking } from '../client/policy'
import { checkCopy, fetchFile, type SDKFile } from './file'
import type { Asked, Found, Limits, Told } from './message'

/** The files that the engine is made of. */
export interface EngineFiles { worker: SDKFile, wasm: SDKFile }

/** From how many bytes of memory on the worker is replaced. */
const mostMemory = 256 << 20

type Request = Asked extends infer A ? A extends { id: number } ? Omit<A, 'id'> : never : never

/** Runs the engine in a worker. */
export class Engine {
  private worker?: Worker
  private last = 0
  private readonly open = new Map<number, { told(told: Told): void, lost(error: ProofdeskError): void }>()
  private files?: { code?: ArrayBuffer, wasm: ArrayBuffer }
  private ended = false

  /** A worker of the page's own origin is started in place of one from a blob. */
  constructor(
    private readonly base: string, private readonly manifest: EngineFiles, private readonly own?: string,
  ) {}

  /** Loads the engine, from the browser's cache unless it is to be fresh, and starts it. Progress counts bytes. */
  async start(progress: (bytes: number, of: number) => void = () => {}, fresh = false): Promise<void> {
    if (this.worker) return
    const { worker, wasm } = this.manifest
    if (this.own) await checkCopy(this.own, worker)
    const code = this.own ? undefined : await fetchFile(this.base, worker, undefined, fresh)
    this.files = { code, wasm: await fetchFile(this.base, wasm, bytes => progress(bytes, wasm.size), fresh) }
    await this.launch()
  }

  /** Returns what the engine finds in a frame, and gives the frame's buffer back. */
  async frame(kind: string, pixels: ArrayBuffer, width: number, height: number, options: Limits): Promise<Told> {
    const told = await this.ask({ do: 'frame', kind, pixels, width, height, options }, [pixels])
    if ((told.memory ?? 0) > mostMemory) await this.restart()
    return told
  }

  /** Returns what the engine finds in a whole picture: what to prompt for, or what is written in it. */
  async picture(
    kind: string, bytes: Uint8Array, options: Limits, what: 'picture' | 'read' = 'picture',
  ): Promise<Found> {
    const copy = bytes.slice().buffer
    return (await this.ask({ do: what, kind, bytes: copy, options }, [copy])).found ?? {}
  }

  /** Ends the worker. What it was asked for is refused. */
  stop(): void {
    this.ended = true
    this.end()
  }

  private end(): void {
    this.worker?.terminate()
    this.worker = undefined
    for (const { lost } of this.open.values()) lost(new ProofdeskError('UNLOADED', 'the engine was stopped'))
    this.open.clear()
  }

  private async restart(): Promise<void> {
    this.end()
    await this.launch()
  }

  private async launch(): Promise<void> {
    const { files } = this
    if (!files || this.ended) throw new ProofdeskError('UNLOADED', 'the engine was not loaded, or stopped')
    const { code, wasm } = files
    await allowed(`worker-src ${code ? 'blob:' : location.origin}`, () => this.run(wasm, code))
  }

  private async run(wasm: ArrayBuffer, code?: ArrayBuffer): Promise<void> {
    const blob = code && URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
    this.worker = new Worker(blob ?? this.own!)
    if (blob) URL.revokeObjectURL(blob)
    this.worker.onmessage = ({ data }: MessageEvent<Told>) => {
      const waiting = this.open.get(data.id)
      this.open.delete(data.id)
      const of = this.own && `with which ${this.own} is served ` // a worker from a blob has that of the page
      if (data.forbidden) waiting?.lost(lacking(`script-src 'wasm-unsafe-eval'`, data.failure, of))
      else if (data.failure) waiting?.lost(new ProofdeskError('ENGINE_CRASHED', data.failure))
      else waiting?.told(data)
    }
    this.worker.onerror = event => this.crash(event.message)
    await this.ask({ do: 'load', wasm })
  }

  private crash(message = ''): void {
    for (const { lost } of this.open.values()) {
      lost(new ProofdeskError('ENGINE_CRASHED', message || 'the browser does not load the worker'))
    }
    this.open.clear()
    this.worker = undefined
  }

  private ask(request: Request, transfer: Transferable[] = []): Promise<Told> {
    const id = ++this.last
    return new Promise((told, lost) => {
      if (!this.worker) return lost(new ProofdeskError('UNLOADED', 'the engine does not run'))
      this.open.set(id, { told, lost })
      this.worker.postMessage({ id, ...request }, transfer)
    })
  }
}
