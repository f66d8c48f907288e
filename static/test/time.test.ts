import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { by, countdown, decimal, duration, moment, recent, timecode, type Locale } from '../src/time'

const long = (ms: number): string => duration(english, ms)

test('the time that is left is written in days and hours from one day on', () => {
  equal(countdown(86_399_000, long), '23:59:59')
  equal(countdown(86_400_000, long), '1 d')
  equal(countdown(-799_200_000, long), '-9 d 6 h')
})

test('the time that is left is written in minutes, and in hours from one hour on', () => {
  equal(countdown(0, long), '00:00')
  equal(countdown(299_999, long), '04:59')
  equal(countdown(3_599_000, long), '59:59')
  equal(countdown(3_600_000, long), '1:00:00')
  equal(countdown(37_230_000, long), '10:20:30')
})

test('what is overdue has a minus', () => {
  equal(countdown(-61_000, long), '-01:01')
  equal(countdown(-3_661_000, long), '-1:01:01')
})

test('a place in a video has hundredths of a second', () => {
  equal(timecode(0), '00:00.00')
  equal(timecode(62.346), '01:02.35')
})

const english: Locale = {
  tag: 'en',
  zone: 'UTC',
  date: 'dd MMM y',
  day: 'd MMM',
  weekDay: 'EEE d',
  time: 'HH:mm:ss',
  hour: 'HH:mm',
  moment: '{date} {time}',
  periods: ['AM', 'PM'],
  months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
}
const spanish: Locale = { ...english, tag: 'es', zone: 'America/Mexico_City', date: "d 'de' MMM", time: 'h:mm a' }

test('a duration is written in its two largest units, as the server does', () => {
  equal(duration(english, .4), '<1 ms')
  equal(duration(english, 12.4), '12 ms')
  equal(duration(english, 1500), '1.5 s')
  equal(duration(spanish, 1500), '1,5 s')
  equal(duration(english, 41_000), '41 s')
  equal(duration(english, 90_000), '1 min 30 s')
  equal(duration(english, 7_500_000), '2 h 5 min')
  equal(duration(english, 273_600_000), '3 d 4 h')
})

test('a number is grouped as the server does', () => {
  equal(decimal(english, 1234567), '1,234,567')
  equal(decimal(spanish, 1234), '1.234')
  equal(decimal(spanish, .97, 2), '0,97')
})

test('a time is written by the patterns of the language in the time zone of the page', () => {
  const at = Date.UTC(2026, 10, 2, 5, 4, 9)
  equal(moment(english, at), '02 Nov 2026 05:04:09')
  equal(moment(spanish, at), '1 de Nov 11:04 PM')
  equal(by(english, 'weekDay', at), 'Mon 2')
  equal(by(spanish, 'weekDay', at), 'Sun 1')
})

test('only a time of the current day in the time zone of the page is written without its date', () => {
  const at = Date.UTC(2026, 10, 2, 23, 30)
  equal(recent(english, at, at + 1_000_000), '23:30:00')
  equal(recent(english, at, at + 3_600_000), '02 Nov 2026 23:30:00')
  equal(recent({ ...english, zone: 'America/Mexico_City' }, at, at + 3_600_000), '17:30:00')
})

test('the periods of the day are those of the language', () => {
  const arabic = { ...english, time: 'h:mm a', periods: ['ص', 'م'] }
  equal(by(arabic, 'time', Date.UTC(2026, 10, 2, 5, 4)), '5:04 ص')
  equal(by(arabic, 'time', Date.UTC(2026, 10, 2, 17, 4)), '5:04 م')
})
