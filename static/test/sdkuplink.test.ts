import { deepEqual, equal, rejects } from 'node:assert/strict'
import { test } from 'node:test'
import { API } from '../sdk/client/api'
import { ProofdeskError } from '../sdk/client/errors'
import { Tokens } from '../sdk/client/tokens'
import { upload } from '../sdk/client/upload'

const kilo = 1 << 10
const later = globalThis.setTimeout

/** A line to a server that keeps what comes whole, in a time that goes on only as bytes are sent. */
class Uplink {
  held = 0
  parts: number[] = [] // kilobytes of each that was begun
  now = 0
  questions = 0 // about what is held
  hears: (question: number) => boolean = () => true // in time
  private limit = Infinity
  private end = (): void => {}

  /** Rate is how many kilobytes the line takes in a second, by when it is; slowest is what the server bears. */
  constructor(
    private readonly size: number, private readonly rate: (seconds: number) => number, private readonly slowest = 0,
    private readonly late = false, // whether its answers come too late where the bytes come in time
  ) {
    performance.now = () => this.now
    Object.assign(globalThis, {
      fetch: (_: string, init: RequestInit) => this.take(init),
      setTimeout: (run: () => void, ms = 0) => {
        if (ms < 1000) return later(run)
        this.limit = ms
        this.end = run
        return 0
      },
    })
  }

  /** Sends a capture over the line, and returns what the SDK told of it. */
  async send(): Promise<number[]> {
    const told: number[] = []
    const api = new API('https://desk.example', new Tokens('t'), () => Promise.resolve())
    const parcel = { job: 'j', kind: 'selfie', bytes: new Uint8Array(this.size), type: 'image/jpeg' }
    await upload(api, parcel, sent => told.push(sent / kilo)).finally(() => {
      Object.assign(globalThis, { setTimeout: later })
    })
    return told
  }

  private async take(init: RequestInit): Promise<Response> {
    const { length } = init.body as Uint8Array
    const range = new Headers(init.headers).get('Content-Range')!
    equal(/^bytes (\*|\d+-\d+)\/\d+$/.test(range), true, range)
    const [, from] = /^bytes (\d+)-/.exec(range) ?? []
    const rate = this.rate(this.now / 1000)
    const takes = 1000 * length / kilo / rate
    const ends = rate < this.slowest ? 30_000 : this.limit
    if (length) this.parts.push(length / kilo)
    this.now += Math.min(takes, ends)
    if (takes < ends && Number(from) === this.held) this.held += length
    if (takes >= ends || length && this.late || !length && !this.hears(++this.questions)) {
      if (ends < this.limit) return Response.json({ title: 'too slow' }, { status: 408 })
      this.end()
      throw new DOMException('', 'AbortError')
    }
    if (this.held === this.size) return Response.json({ urn: 'u', sha256: 's' }, { status: 201 })
    const headers: Record<string, string> = this.held ? { Range: `bytes=0-${this.held - 1}` } : {}
    return new Response(null, { status: 308, headers })
  }
}

test('a part that a line takes too long for is sent again in smaller ones', async () => {
  const line = new Uplink(100 * kilo, () => 1)
  deepEqual(await line.send(), [0, 0, 16, 32, 48, 64, 80, 96, 100])
  deepEqual(line.parts, [64, 16, 16, 16, 16, 16, 16, 4])
  const slow = new Uplink(40 * kilo, () => .3)
  await slow.send()
  deepEqual(slow.parts, [40, 16, 16, 8])
})

test('parts grow on a line that is fast, and again where it becomes fast', async () => {
  const fast = new Uplink(2000 * kilo, () => 1000)
  await fast.send()
  deepEqual(fast.parts, [64, 1024, 912])
  const middling = new Uplink(600 * kilo, () => 32) // 256 kbit/s
  await middling.send()
  deepEqual(middling.parts, [64, 128, 128, 128, 128, 24])
  const better = new Uplink(900 * kilo, seconds => seconds < 60 ? .5 : 200)
  await better.send()
  deepEqual(better.parts, [64, 16, 800, 84])
})

test('parts grow no further than one megabyte, and to no more than takes four seconds', async () => {
  const fast = new Uplink(3500 * kilo, () => Infinity) // as far as a coarse clock tells
  await fast.send()
  deepEqual(fast.parts, [64, 1024, 1024, 1024, 364])
  const quick = new Uplink(300 * kilo, () => 20)
  await quick.send()
  deepEqual(quick.parts, [64, 80, 80, 76])
  const slower = new Uplink(200 * kilo, () => 15)
  await slower.send()
  deepEqual(slower.parts, [64, 64, 64, 8])
})

test('a part has whole bytes, whatever a line takes', async () => {
  const odd = new Uplink(300 * kilo, () => 17.3)
  await odd.send()
  equal(odd.held, 300 * kilo)
})

test('late parts count in a row, and none of them as one that the server lost', async () => {
  const line: Uplink = new Uplink(400 * kilo, () => [0, 1, 2, 4, 5, 6].includes(line.parts.length) ? .1 : 1000)
  await line.send()
  deepEqual(line.parts, [64, 16, 16, 16, 384, 96, 24, 16, 368])
})

test('a part that the server had in time is not sent again, however late its answer was', async () => {
  const line = new Uplink(60 * kilo, () => 100, 0, true)
  deepEqual(await line.send(), [0, 60])
  deepEqual(line.parts, [60])
})

test('a question of what the server has is asked again where its answer is late', async () => {
  const line = new Uplink(60 * kilo, () => 100, 0, true)
  line.hears = question => question % 4 === 0
  deepEqual(await line.send(), [0, 60])
  deepEqual(line.parts, [60])
  const gone = new Uplink(60 * kilo, () => 100)
  gone.hears = () => false
  await rejects(gone.send(), ({ code }: ProofdeskError) => code === 'TIMEOUT')
  deepEqual([line.questions, gone.questions], [8, 4])
})

test('a part that the server gave up as too slow is sent again in smaller ones', async () => {
  const line = new Uplink(64 * kilo, seconds => seconds < 30 ? .5 : 2, 1)
  await line.send()
  equal(line.held, 64 * kilo)
})

test('a line that takes not even the least part ends an upload', async () => {
  const line = new Uplink(64 * kilo, () => .1)
  await rejects(line.send(), ({ code }: ProofdeskError) => code === 'TIMEOUT')
  deepEqual(line.parts, [64, 16, 16, 16])
})
