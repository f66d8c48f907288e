import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { Steady } from '../sdk/flow/recovery'

test('a prompt about a barcode stands for a second and a half', () => {
  const steady = new Steady()
  equal(steady.ask('scan', 0), 'scan')
  equal(steady.ask('closer', 1499), 'scan')
  equal(steady.ask('closer', 1500), 'closer')
  equal(steady.ask('align', 1600), 'closer')
  equal(steady.ask('closer', 2900), 'closer') // for as long as it is asked for
  equal(steady.ask('align', 3000), 'align')
})
