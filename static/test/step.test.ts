import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import type { Context } from '../sdk/client/session'
import { Step } from '../sdk/flow/step'
import type { CaptureWindow } from '../sdk/flow/window'

/** Shows the screen to take a picture with three prompts. */
class Shown extends Step {
  async run(): Promise<undefined> {
    for (const prompt of ['align', 'closer', 'hold']) this.show('capture', { prompt })
    return undefined
  }
}

test('a host hears once of a screen that is shown, and of each prompt on it', async () => {
  const heard: string[] = []
  const emit = (_: string, { screen, prompt }: Record<string, string>): void => void heard.push(screen ?? prompt)
  const drawn = ['screen', 'more', undefined]
  const to = { events: { emit }, camera: { tracks: [] } } as unknown as Context
  const window = { show: () => drawn.shift() } as unknown as CaptureWindow
  await new Shown(to, window, { capture: 'idFront', kind: 'id_front' }).run()
  deepEqual(heard, ['capture', 'alignRectangle', 'moveCloser'])
})
