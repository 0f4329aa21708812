import { fail } from '../failure.ts'
import { maxKeys, maxValuesOf } from './body-limits.ts'

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const opening: ReadonlySet<number> = new Set([0x7b, 0x5b])
const closing: ReadonlySet<number> = new Set([0x7d, 0x5d])

/** Deeper than any form. */
const maxDepth = 32

/**
 * Counts the keys, values and depth of a JSON text in its bytes, and refuses what no form has: parsing it would make all others wait. Texts
 * that are no JSON are left to the parser.
 */
export const refuseTooMuchStructure = (text: Uint8Array, largestBody: number): void => {
  const mostValues = maxValuesOf(largestBody)
  const keys = new Int32Array(maxDepth + 1)
  let [depth, values] = [0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at]!
    if (byte === quote) {
      for (at += 1; at < text.length && text[at] !== quote; at += 1) if (text[at] === backslash) at += 1
    } else if (opening.has(byte)) {
      depth += 1
      // The first value of a list or object; each further one follows a comma.
      values += 1
      if (depth > maxDepth) throw fail('request.tooManyValues')
      keys[depth] = 0
    } else if (closing.has(byte)) depth = Math.max(0, depth - 1)
    else if (byte === comma) values += 1
    else if (byte === colon && ++keys[depth]! > maxKeys) throw fail('request.tooManyValues')
    if (values > mostValues) throw fail('request.tooManyValues')
  }
}
