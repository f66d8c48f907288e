// Files of the SDK: fetched with their hash checked, and kept by the browser.
import { errorOf, ProofdeskError } from '../client/errors'
import { hexOf } from '../client/hex'
import { allowed } from '../client/policy'

/** A file of the SDK: its path on the server, and the size and the SHA-256 of its bytes. */
export interface SDKFile { path: string, sha256: string, size: number }

/** For how long a server may send nothing before the file is asked for again, in milliseconds, and how often. */
const patience = 10_000
const attempts = 3

/** The name of the browser's cache of files. */
const cacheName = 'proofdesk-sdk'

/**
 * Returns a file from the browser's cache, unless it is to be fresh, or from the server. Its bytes are what the script
 * was built with. A download ends with what wants it.
 */
export async function fetchFile(
  base: string, of: SDKFile, left: AbortSignal, progress: (bytes: number) => void = () => {}, fresh = false,
): Promise<ArrayBuffer> {
  const cache = await globalThis.caches?.open(cacheName).catch(() => undefined)
  const kept = fresh ? undefined : await cache?.match(base + of.path).catch(() => undefined)
  const bytes = kept && new Uint8Array(await kept.arrayBuffer())
  if (bytes && await hexOf(bytes) === of.sha256) return bytes.buffer
  const fetched = await download(base, of, left, progress)
  await cache?.put(base + of.path, new Response(fetched.slice())).catch(() => {}) // a full disk asks again next time
  return fetched.buffer as ArrayBuffer
}

/** Removes from the browser's cache what a server had in other versions. */
export async function prune(base: string, kept: readonly SDKFile[]): Promise<void> {
  const cache = await globalThis.caches?.open(cacheName)
  for (const { url } of await cache?.keys() ?? []) {
    if (url.startsWith(base + '/') && !kept.some(({ path }) => url === base + path)) await cache!.delete(url)
  }
}

/** Refuses a copy of a file that a page serves itself where its bytes are not those this script was built with. */
export async function checkCopy(address: string, { path, sha256 }: SDKFile, left: AbortSignal): Promise<void> {
  const bytes = await allowed(`connect-src ${location.origin}`, () => stream(address, left)).catch(cause => {
    throw errorOf(cause, 'ENGINE_LOAD')
  })
  if (await hexOf(bytes) === sha256) return
  throw new ProofdeskError('REFUSED', `${address} is not the file of this version: copy ${path} of the server`)
}

async function download(
  base: string, of: SDKFile, left: AbortSignal, progress: (bytes: number) => void,
): Promise<Uint8Array> {
  let failure: unknown
  for (let attempt = 0; attempt < attempts; attempt++) {
    try {
      const bytes = await allowed(`connect-src ${base}`, () => stream(base + of.path, left, progress))
      if (await hexOf(bytes) !== of.sha256) throw new Error(`${of.path} is not what this SDK was built with`)
      return bytes
    } catch (cause) {
      if (cause instanceof ProofdeskError) throw cause
      if (left.aborted) throw new ProofdeskError('UNLOADED', 'the engine was stopped', [], cause)
      failure = cause
    }
  }
  throw new ProofdeskError('ENGINE_LOAD', String(failure), [], failure)
}

/** Returns the bytes at an address. A server that goes silent is given up. */
async function stream(
  address: string, left: AbortSignal, progress: (bytes: number) => void = () => {},
): Promise<Uint8Array> {
  const cut = new AbortController()
  const end = (): void => cut.abort()
  if (left.aborted) end()
  left.addEventListener('abort', end)
  let timer = setTimeout(() => cut.abort(), patience)
  try {
    const answer = await fetch(address, { credentials: 'omit', signal: cut.signal })
    if (!answer.ok || !answer.body) throw new Error(`${address}: ${answer.status}`)
    const parts: Uint8Array[] = []
    let size = 0
    for (const reader = answer.body.getReader(); ;) {
      const { done, value } = await reader.read()
      if (done) break
      clearTimeout(timer)
      timer = setTimeout(() => cut.abort(), patience)
      parts.push(value)
      progress(size += value.length)
    }
    return joined(parts, size)
  } finally {
    left.removeEventListener('abort', end)
    clearTimeout(timer)
  }
}

function joined(parts: Uint8Array[], size: number): Uint8Array {
  const all = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
