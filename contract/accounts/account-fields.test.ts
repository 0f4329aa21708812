import { describe, expect, test } from 'vitest'
import {
  code,
  contact,
  email,
  givenPassword,
  line,
  lines,
  newPassword,
  phone,
  secondFactorCode,
  username,
} from './account-fields.ts'

const marks = `a${'\u0300\u0316'.repeat(40_000)}`

describe('a text that is far too long', () => {
  const fields = {
    code,
    contact,
    email,
    givenPassword,
    line: line(64),
    lines: lines(500),
    newPassword,
    phone,
    secondFactorCode,
    username,
  }
  test.each(Object.entries(fields))('is refused by %s before it is normalised, with one problem', (_, field) => {
    const { error } = field.safeParse(marks)
    expect(error?.issues.map(({ code: kind }) => kind)).toEqual(['too_big'])
  })
})

describe('one line', () => {
  test.each([
    ['Ann', 'Ann'],
    ['  Ａnn\u200b ', 'Ann'],
    ['林小美', '林小美'],
  ])('takes %j for %j', (given, plain) => {
    expect(line(64).parse(given)).toBe(plain)
  })

  test.each(['', '\u200b', 'a\nb', 'a\u0000b', '\ud800', 'a\ufffe', '\uffff', '\ufdd0', 'x'.repeat(65)])(
    'refuses %j',
    (given) => {
      expect(line(64).safeParse(given).success).toBe(false)
    },
  )
})

describe('several lines', () => {
  test('keep line breaks and lose characters that change the text direction', () => {
    expect(lines(500).parse(' a\r\nb\u202ec\t👩\u200d🏫 ')).toBe('a\nbc\t👩\u200d🏫')
  })

  test.each(['', ' \n ', '\u200b\u200b', 'a\u0007', '\udfff', 'a\uffff'])('refuse %j', (given) => {
    expect(lines(500).safeParse(given).success).toBe(false)
  })
})
