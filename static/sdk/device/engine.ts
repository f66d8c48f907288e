// The engine on the device: loaded once with its hash checked, kept by the browser, and started again when it fails.
import { errorOf, ProofdeskError } from '../client/errors'
import { allowed, lacking } from '../client/policy'
import { checkCopy, fetchFile, prune, type SDKFile } from './file'
import type { Asked, Found, Limits, Told } from './message'
import type { Pixels } from './shrink'

/** The files that the engine is made of. */
export interface EngineFiles { worker: SDKFile, wasm: SDKFile }

/** From how many bytes of memory on the worker is replaced. */
const mostMemory = 256 << 20

/**
 * For how long a worker may be silent before it counts as dead, in milliseconds: a browser that runs out of memory ends
 * one without a word. On a weak phone a frame takes a second, and what is written in a whole picture many.
 */
const patience: Record<Asked['do'], number> = { load: 10_000, frame: 10_000, picture: 40_000, read: 40_000 }

type Request = Asked extends infer A ? A extends { id: number } ? Omit<A, 'id'> : never : never

/** Runs the engine in a worker. */
export class Engine {
  private worker?: Worker
  private running?: Promise<void> // once the worker is loaded
  private last = 0
  private readonly open = new Map<number, { told(told: Told): void, lost(error: ProofdeskError): void }>()
  private files?: { code?: ArrayBuffer, wasm: ArrayBuffer }
  private readonly cut = new AbortController() // once the engine is stopped

  /** A worker of the page's own origin is started in place of one from a blob. */
  constructor(
    private readonly base: string, private readonly manifest: EngineFiles, private readonly own?: string,
  ) {}

  /** Loads the engine, from the browser's cache unless it is to be fresh, and starts it. Progress counts bytes. */
  async start(progress: (bytes: number, of: number) => void = () => {}, fresh = false): Promise<void> {
    const { worker, wasm } = this.manifest
    const { signal } = this.cut
    if (this.own) await checkCopy(this.own, worker, signal)
    const code = this.own ? undefined : await fetchFile(this.base, worker, signal, undefined, fresh)
    const report = (bytes: number): void => progress(bytes, wasm.size)
    this.files = { code, wasm: await fetchFile(this.base, wasm, signal, report, fresh) }
    await this.alive(async () => {})
    void prune(this.base, [worker, wasm]).catch(() => {}) // it takes room only
  }

  /** Returns what the engine finds in a frame, and gives its buffer back. A frame that was lost is read again. */
  async frame(kind: string, read: (again: boolean) => Promise<Pixels>, options: Limits): Promise<Told> {
    const told = await this.alive(async again => {
      const { data: { buffer }, width, height } = await read(again)
      return this.ask({ do: 'frame', kind, pixels: buffer, width, height, options }, [buffer])
    })
    if ((told.memory ?? 0) > mostMemory) this.crash('the engine needs too much memory')
    return told
  }

  /** Returns what the engine finds in a whole picture: what to prompt for, or what is written in it. */
  async picture(
    kind: string, bytes: Uint8Array, options: Limits, what: 'picture' | 'read' = 'picture',
  ): Promise<Found> {
    const told = await this.alive(() => {
      const copy = bytes.slice().buffer
      return this.ask({ do: what, kind, bytes: copy, options }, [copy])
    })
    return told.found ?? {}
  }

  /** Ends the worker. What it was asked for is refused. */
  stop(): void {
    this.cut.abort()
    this.end(new ProofdeskError('UNLOADED', 'the engine was stopped'))
  }

  /** Does what needs the worker. Where that dies of it, another is started, and all is done once more. */
  private async alive<T>(work: (again: boolean) => Promise<T>): Promise<T> {
    for (let again = false; ; again = true) {
      try {
        await (this.running ??= this.launch())
        return await work(again)
      } catch (cause) {
        if (again || errorOf(cause).code !== 'ENGINE_CRASHED') throw cause
      }
    }
  }

  private get ended(): boolean { return this.cut.signal.aborted }

  private end(error: ProofdeskError): void {
    this.worker?.terminate()
    this.worker = this.running = undefined
    for (const { lost } of this.open.values()) lost(error)
    this.open.clear()
  }

  private crash(why: string): void { this.end(new ProofdeskError('ENGINE_CRASHED', why)) }

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
    this.worker.onmessage = ({ data }: MessageEvent<Told>) => this.hear(data)
    this.worker.onerror = ({ message }) => this.crash(message || 'the browser does not load the worker')
    await this.ask({ do: 'load', wasm })
  }

  /** Hears an answer. A worker that failed is not asked again, as nobody knows what it still holds. */
  private hear(told: Told): void {
    const { id, failure, forbidden } = told
    const of = this.own && `with which ${this.own} is served ` // a worker from a blob has that of the page
    if (forbidden) return this.end(lacking(`script-src 'wasm-unsafe-eval'`, failure, of))
    if (failure) return this.crash(failure)
    this.open.get(id)?.told(told)
    this.open.delete(id)
  }

  private ask(request: Request, transfer: Transferable[] = []): Promise<Told> {
    const id = ++this.last
    const timer = setTimeout(() => this.crash(`no answer to ${request.do}`), patience[request.do])
    return new Promise<Told>((told, lost) => {
      const { worker, ended } = this
      if (!worker) return lost(new ProofdeskError(ended ? 'UNLOADED' : 'ENGINE_CRASHED', 'the engine does not run'))
      this.open.set(id, { told, lost })
      worker.postMessage({ id, ...request }, transfer)
    }).finally(() => clearTimeout(timer))
  }
}
