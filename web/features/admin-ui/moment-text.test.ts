import { expect, test } from 'vitest'
import { parseMoment, momentText } from './moment-text.ts'

const zone = 'Asia/Shanghai'
const evening = '2031-05-20T10:00:00.000Z'

test('a time is formatted in its time zone', () => {
  expect(momentText(evening, zone)).toBe('2031-05-20 18:00')
  expect(momentText(undefined, zone)).toBe('')
})

test.each([
  '2031-05-20 18:00',
  ' 2031/5/20 18:00 ',
  '2031.05.20T18:00',
  '2031年5月20日 18:00',
  '２０３１－０５－２０　１８：００',
])('%s can be parsed', (text) => {
  expect(parseMoment(text, zone)).toBe(evening)
})

test.each([
  '',
  'tomorrow',
  '2031-02-30 18:00',
  '2031-13-01 18:00',
  '2031-05-20 24:00',
  '2031-05-20 18:60',
  '2031-05-20',
])('“%s” is invalid', (text) => {
  expect(parseMoment(text, zone)).toBeUndefined()
})

test('daylight saving time is taken into account', () => {
  expect(parseMoment('2031-07-01 12:00', 'Europe/Berlin')).toBe('2031-07-01T10:00:00.000Z')
  expect(parseMoment('2031-01-01 12:00', 'Europe/Berlin')).toBe('2031-01-01T11:00:00.000Z')
})
