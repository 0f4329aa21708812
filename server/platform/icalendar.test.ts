import { expect, test } from 'vitest'
import { writeCalendar } from './icalendar.ts'

const event = {
  uid: 'a@example.org',
  begins: new Date('2026-11-15T04:00:00Z'),
  ends: new Date('2026-11-27T09:00:00Z'),
  summary: '课程教学创新；报名, \\ 与\n其他'.repeat(4),
  description: 'Plain',
  url: 'https://example.org/EnrollFor/a',
}
const written = writeCalendar({
  name: 'Schedule',
  timeZone: 'Asia/Shanghai',
  language: 'zh-CN',
  now: new Date('2026-11-01T00:00:00Z'),
  events: [event],
})

test('every line is at most 75 octets long, ends as the standard says, and unfolds to what was meant', () => {
  const lines = written.split('\r\n')
  expect(lines.at(-1)).toBe('')
  expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
  expect(written.replaceAll('\r\n', '')).not.toContain('\n')
  expect(written.replaceAll('\r\n ', '')).toContain(`SUMMARY:${'课程教学创新；报名\\, \\\\ 与\\n其他'.repeat(4)}\r\n`)
})

test('times are written in UTC, beside the zone they are read in', () => {
  expect(written).toContain('DTSTART:20261115T040000Z\r\nDTEND:20261127T090000Z\r\n')
  expect(written).toContain('X-WR-TIMEZONE:Asia/Shanghai\r\n')
})
