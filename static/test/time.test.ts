import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { countdown, duration, timecode } from '../src/time'

test('the time that is left is written in minutes, and in hours from one hour on', () => {
  equal(countdown(0), '00:00')
  equal(countdown(299_999), '04:59')
  equal(countdown(3_599_000), '59:59')
  equal(countdown(3_600_000), '1:00:00')
  equal(countdown(37_230_000), '10:20:30')
})

test('what is overdue has a minus', () => {
  equal(countdown(-61_000), '-01:01')
  equal(countdown(-3_661_000), '-1:01:01')
})

test('a place in a video has hundredths of a second', () => {
  equal(timecode(0), '00:00.00')
  equal(timecode(62.346), '01:02.35')
})

test('a duration is written in the largest unit that fits', () => {
  equal(duration(12.4), '12 ms')
  equal(duration(1500), '1.5 s')
  equal(duration(90_000), '1.5 min')
  equal(duration(5_400_000), '1.5 h')
})
