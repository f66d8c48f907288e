import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { Obstacle } from '../sdk/flow/obstacle'
import { fingers } from '../sdk/screens/captures/hand'
import { idCaptures } from '../sdk/screens/captures/id'
import { otherCaptures } from '../sdk/screens/captures/others'
import { selfie } from '../sdk/screens/captures/selfie'
import { video } from '../sdk/screens/captures/video'

const [front, back, passport] = idCaptures

test('what stands in the way for five seconds is warned of, until it is gone', () => {
  const one = new Obstacle(selfie)
  deepEqual(one.look('align', 500), { screen: 'capture', prompt: 'align' })
  deepEqual(one.look('notLive', 1000), { screen: 'capture', prompt: 'notLive' })
  equal(one.look('notLive', 3500).screen, 'capture', 'after a pause between frames the time begins anew')
  for (let now = 4000; now < 8500; now += 500) equal(one.look('notLive', now).screen, 'capture')
  deepEqual(one.look('notLive', 8500), { screen: 'warning', prompt: 'notLive' })
  deepEqual(one.look('hold', 8600), { screen: 'capture', prompt: 'hold' })
  deepEqual(one.look('notLive', 8700), { screen: 'capture', prompt: 'notLive' })
})

test('another prompt between does not begin the time again, and one that lasts takes the place of the warning', () => {
  const one = new Obstacle(otherCaptures[0])
  for (let now = 1000; now < 6000; now += 1000) {
    one.look('dark', now)
    equal(one.look('blurred', now + 500).screen, 'capture')
  }
  deepEqual(one.look('dark', 6000), { screen: 'warning', prompt: 'dark' })
  deepEqual(one.look('blurred', 6900), { screen: 'warning', prompt: 'dark' })
  deepEqual(one.look('blurred', 7100), { screen: 'capture', prompt: 'blurred' })
})

test('of glare on an ID that lasts another prompt says what to do', () => {
  for (const of of [front, back]) {
    const one = new Obstacle(of)
    for (let now = 1000; now < 6000; now += 500) equal(one.look('glare', now).prompt, 'glare')
    deepEqual(one.look('glare', 6000), { screen: 'capture', prompt: 'tilt' })
    equal(one.look('dark', 6100).prompt, 'dark')
    equal(one.look('glare', 6500).prompt, 'tilt')
    equal(one.look('hold', 6600).prompt, 'hold')
    equal(one.look('glare', 6700).prompt, 'glare')
  }
})

test('on a device that takes seconds for a frame the time goes on', () => {
  const one = new Obstacle(fingers)
  const { warns } = fingers
  const at = (now: number): string => one.look(warns, now, now - 3000).screen
  deepEqual([1000, 4250, 7500].map(at), ['capture', 'capture', 'warning'])
  equal(one.look(warns, 12_000).screen, 'capture', 'after a pause it begins anew')
})

test('nothing is warned of that is no error, or no prompt of the capture', () => {
  for (const prompt of ['align', 'hold', 'turn_left', undefined]) {
    const one = new Obstacle(selfie)
    for (let now = 0; now < 20_000; now += 500) deepEqual(one.look(prompt, now), { screen: 'capture', prompt })
  }
})

test('each capture with screens of its own warns: either with a prompt, or of a wrong document', () => {
  for (const of of [passport, selfie, ...otherCaptures, video, fingers]) {
    equal(of.prompts.find(({ name }) => name === of.warns)?.tone, 'error', of.name)
    equal(of.warning, undefined, of.name)
  }
  for (const of of [front, back]) {
    const one = new Obstacle(of)
    for (let now = 0; now < 20_000; now += 500) equal(one.look('otherSide', now).screen, 'capture')
  }
})
