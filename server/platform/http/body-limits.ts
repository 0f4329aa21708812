import { fail } from '../failure.ts'

/** Bytes of a JSON body, unless the endpoint's form needs more and says so. */
export const defaultLargestBody = 16 * 1024

const maxKeys = 200
const maxValues = 5_000

/** A form that needs a larger body also holds more values: one for every 32 bytes. */
const bytesPerValue = 32

/**
 * Refuses a body whose objects have more keys, or which holds more values in all, than any form has: checking such a body against a schema
 * takes far longer than reading it.
 */
export const refuseTooManyValues = (body: unknown, largestBody = defaultLargestBody): void => {
  const most = Math.max(maxValues, Math.floor(largestBody / bytesPerValue))
  let values = 0
  const waiting: object[] = typeof body === 'object' && body ? [body] : []
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const held: unknown[] = Array.isArray(next) ? next : Object.values(next)
    values += held.length
    if (values > most || (held !== next && held.length > maxKeys)) throw fail('request.tooManyValues')
    for (const value of held) if (typeof value === 'object' && value) waiting.push(value)
  }
}
