import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import type { ProofdeskError } from '../sdk/client/errors'
import { Sole } from '../sdk/client/sole'

const config = { apiBaseUrl: 'https://desk.example', accessToken: 't' }
const start = (of: Sole): Promise<unknown> => of.start(config).catch(({ code }: ProofdeskError) => code)

test('a page that loads the script twice has one session at a time', async () => {
  const [pinned, alias] = [new Sole(), new Sole()]
  const first = start(pinned)
  equal(await start(alias), 'BUSY')
  equal(await start(pinned), 'BUSY') // as without another
  equal(await first, 'NOT_SUPPORTED') // where there is no browser; the page is free again
  const second = start(alias)
  const ended = alias.end() // which frees it at once
  equal(await start(pinned), 'NOT_SUPPORTED')
  equal(await second, 'UNLOADED')
  await ended
})
