import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { ask, whole } from '../src/limit'

/** Returns an answer whose head comes, and of its body a part or all. */
const answer = (all: boolean, status = 200): Response => new Response(new ReadableStream({
  start(body) {
    body.enqueue(new TextEncoder().encode('{"a":1}'))
    if (all) body.close()
    else body.error(new DOMException('signal timed out', 'TimeoutError'))
  },
}), { status, headers: { 'Retry-After': '7' } })

test('an answer whose end the network swallows is none', async () => {
  globalThis.fetch = async () => answer(false)
  equal(await ask('/draft'), null)
})

test('an answer is there as a whole, with what its head says', async () => {
  globalThis.fetch = async () => Object.defineProperties(answer(true, 409), {
    url: { value: 'https://desk.example/draft' }, redirected: { value: true },
  })
  const got = (await ask('/draft'))!
  deepEqual([got.ok, got.status, got.redirected, got.url, got.headers.get('Retry-After')],
    [false, 409, true, 'https://desk.example/draft', '7'])
  deepEqual(await got.clone().json(), { a: 1 })
  deepEqual(await got.json(), { a: 1 })
})

test('an answer without a body may have a status that allows none', async () => {
  equal((await whole(new Response(null, { status: 204 }))).status, 204)
})
