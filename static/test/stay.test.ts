import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { Stay, type Kept } from '../sdk/hosted/stay'

/** Puts a browser's history and events in place, and returns what happened to them. */
function browser(): { done: string[], happens(type: string, state?: unknown): boolean } {
  const heard: Record<string, (event: object) => void> = {}
  const done: string[] = []
  const history = {
    state: null as unknown,
    replaceState: (state: unknown) => { history.state = state },
    pushState: (state: unknown) => {
      history.state = state
      done.push('kept')
    },
    back: () => void done.push('left'),
  }
  const addEventListener = (type: string, hear: (event: object) => void): void => { heard[type] = hear }
  Object.assign(globalThis, { history, addEventListener })
  return {
    done,
    happens(type, state) {
      let asked = false
      history.state = state
      heard[type]({ state, preventDefault: () => { asked = true } })
      return asked
    },
  }
}

test('back leads a step back in a capture as often as it is pressed, and off the page without one', () => {
  const { done, happens } = browser()
  const stay = new Stay()
  const kept: Kept = stay.kept = { open: true, waits: false, back: () => void done.push('back') }
  stay.hold()
  stay.hold()
  happens('popstate', 'proofdesk.before')
  happens('popstate', 'proofdesk.before')
  happens('popstate', null) // of another part of the page
  deepEqual(done, ['kept', 'kept', 'back', 'kept', 'back'])
  kept.open = false
  happens('popstate', 'proofdesk.before')
  equal(done.at(-1), 'left')
})

test('who closes the page is asked only while a capture waits for the server', () => {
  const { happens } = browser()
  const stay = new Stay()
  equal(happens('beforeunload'), false)
  const kept: Kept = stay.kept = { open: false, waits: true, back() {} }
  equal(happens('beforeunload'), true)
  kept.waits = false
  equal(happens('beforeunload'), false)
})
