import { describe, expect, test } from 'vitest'
import { certificateNumber, checkCharacter, hasValidCheck, readCertificateNumber } from './certificate-numbers.ts'

describe('the check character', () => {
  test('is that of ISO 7064 MOD 37,36, as the standards that use it publish it', () => {
    // A GRid, and the two check characters of an ISAN.
    expect(checkCharacter('A12425GABC1234002')).toBe('M')
    expect(hasValidCheck('A12425GABC1234002M')).toBe(true)
    expect(checkCharacter('000000003A8D0000')).toBe('Z')
    expect(checkCharacter('000000003A8D000000000000')).toBe('6')
    expect(hasValidCheck('A12425GABC1234003M')).toBe(false)
  })

  test('finds every wrong character', () => {
    const number = certificateNumber({ prefix: 'LT', year: 2026, code: 'AB' }, 128).replaceAll('-', '')
    const wrong = Array.from(number, (right, at) =>
      Array.from(
        '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ',
        (other) => number.slice(0, at) + other + number.slice(at + 1),
      ).filter((text) => text[at] !== right),
    ).flat()
    expect([wrong.length, wrong.filter(hasValidCheck)]).toEqual([number.length * 35, []])
  })
})

describe('a number that somebody typed', () => {
  const number = certificateNumber({ prefix: 'LT', year: 2026, code: 'IO' }, 101)

  test.each([
    ['as printed', number],
    ['in small letters', number.toLowerCase()],
    [
      'with full-width characters',
      number.replaceAll(/[!-~]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0)),
    ],
    ['without dashes', number.replaceAll('-', '')],
    ['with spaces', number.replaceAll('-', ' ')],
    ['in groups', ` ${number.replace('LT', 'LT ').replace('000101', '000 101 ')}`],
    ['with long dashes', number.replaceAll('-', '—')],
    ['with O for 0 and l for 1', number.replace('2026', '2O26').replace('000101', 'OOOlOl')],
  ])('is understood %s', (_, typed) => {
    expect(readCertificateNumber(typed)).toBe(number)
  })

  test.each([
    '',
    'LT2026',
    `${number}X`,
    number.replace('000101', '000102'),
    number.replace('000101', '000000'),
    number.replace('-IO-', '-10-'),
    'x'.repeat(1000),
  ])('is refused: %s', (typed) => {
    expect(readCertificateNumber(typed)).toBeUndefined()
  })

  test('is never taken for another one: no single wrong character passes', () => {
    const series = { prefix: 'LT', year: 2026, code: 'I0' }
    const wrong = Array.from({ length: 40 }, (_, at) => certificateNumber(series, 101 + at * 977)).flatMap((right) =>
      Array.from(right, (own, at) =>
        own === '-'
          ? []
          : Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (other) => ({
              right,
              typed: right.slice(0, at) + other + right.slice(at + 1),
            })),
      ).flat(),
    )
    const taken = wrong.filter(({ right, typed }) => ![right, undefined].includes(readCertificateNumber(typed)))
    expect([wrong.length, taken]).toEqual([40 * 15 * 36, []])
  })
})
