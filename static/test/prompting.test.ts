import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { otherCaptures } from '../sdk/screens/captures/others'
import { idCaptures } from '../sdk/screens/captures/id'
import { selfie } from '../sdk/screens/captures/selfie'
import { decide, promptIn, rulesOf } from '../sdk/screens/prompting'
import type { Capture } from '../sdk/screens/scene'

const [front, , passport] = idCaptures

/** Returns the prompt for what was measured, with one limit for all rules. */
const prompt = (of: Capture, measured: Record<string, number>, limit: number): string | undefined =>
  decide(of.prompts, measured, () => limit)?.name

test('a measurement on the wrong side of its limit prompts, and one on the limit does not', () => {
  equal(prompt(front, { glare: .15 }, .14), 'glare')
  equal(prompt(front, { glare: .15 }, .15), 'hold')
  equal(prompt(front, { focus: .9 }, .91), 'blurred')
  equal(prompt(front, { focus: .9 }, .9), 'hold')
  equal(prompt(passport, { mrz: .4 }, .5), 'pale')
  equal(prompt(selfie, { least_angle: -12 }, -10), 'straight')
  equal(prompt(selfie, { greatest_angle: 12 }, 10), 'straight')
})

test('the width of a document is compared with that of the frame', () => {
  equal(prompt(front, { width: .79 }, .2), 'closer')
  equal(prompt(front, { width: .81 }, .2), 'hold')
  equal(prompt(front, { width: 1.21 }, .2), 'away')
})

test('what was not measured prompts for nothing, and the first of several prompts is shown', () => {
  equal(prompt(front, {}, .5), 'hold')
  equal(prompt(front, { glare: 1, focus: 0 }, .5), 'glare')
})

test('a prompt that a scene names is shown whatever was measured', () => {
  const scene = { capture: 'idFront', screen: 'capture', prompt: 'dark', measured: { glare: 1 } } as const
  equal(promptIn(front, scene, () => 0)?.name, 'dark')
  equal(promptIn(front, { capture: 'idFront', screen: 'capture' }, () => 0)?.name, 'align')
})

test('captures of documents have the rules of ID capture', () => {
  const limits = rulesOf(otherCaptures[0], { width: 1 }).map(({ limit }) => limit)
  deepEqual(limits, ['lower', 'upper'].map(name =>
    `/idCaptureCustomizationOptions.captureOptions.${name}WidthThresholdTolerance`))
})
