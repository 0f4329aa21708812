import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson, type CanonicalValue } from './canonical-json.ts'

test('names are in the order of their code units, at every depth', () => {
  const value = {
    '€': 1,
    '\r': 2,
    '\uFB33': 3,
    '1': 4,
    '😀': 5,
    '\u0080': 6,
    ö: { b: [true, null], a: 'x"\n' },
    gone: undefined,
  }
  expect(canonicalJson(value)).toBe(
    '{"\\r":2,"1":4,"\u0080":6,"ö":{"a":"x\\"\\n","b":[true,null]},"€":1,"😀":5,"\uFB33":3}',
  )
})

test('a number that is not whole is refused', () => {
  for (const value of [0.5, Number.NaN, 2 ** 53]) expect(() => canonicalJson({ value })).toThrow('no whole number')
})

const values = fc.letrec<{ value: CanonicalValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value

test('it says the same as before, and writing it again changes nothing', () => {
  fc.assert(
    fc.property(values, (value) => {
      const written = canonicalJson(value)
      expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(value)))
      expect(canonicalJson(JSON.parse(written) as CanonicalValue)).toBe(written)
    }),
  )
})
