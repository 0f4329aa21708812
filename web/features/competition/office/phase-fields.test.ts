import { expect, test } from 'vitest'
import { readTimes } from './phase-fields.ts'

const zone = 'Asia/Shanghai'
const known = { opensAt: '2031-05-01T00:00:00.000Z', closesAt: '2031-05-31T15:59:59.999Z' }
const complain = (name: string, what: string): string => `${name} ${what}`

test('untouched times keep their seconds', () => {
  const fields = { opensAt: '2031-05-01 08:00', closesAt: '2031-05-31 23:59' }
  expect(readTimes(fields, known, zone, complain)).toEqual({ times: known, problems: [] })
  const { times } = readTimes({ ...fields, closesAt: '2031-05-30 23:59' }, known, zone, complain)
  expect(times).toEqual({ opensAt: known.opensAt, closesAt: '2031-05-30T15:59:00.000Z' })
})

test('an invalid time, and an end before the start, is reported at its field', () => {
  expect(readTimes({ opensAt: 'soon', closesAt: '' }, undefined, zone, complain)).toEqual({
    times: undefined,
    problems: [
      { path: 'opensAt', message: 'opensAt unreadable' },
      { path: 'closesAt', message: 'closesAt unreadable' },
    ],
  })
  const reversed = { opensAt: '2031-05-02 08:00', closesAt: '2031-05-02 08:00' }
  expect(readTimes(reversed, undefined, zone, complain)).toEqual({
    times: undefined,
    problems: [{ path: 'closesAt', message: 'closesAt reversed' }],
  })
})
