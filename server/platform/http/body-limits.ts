import { fail } from '../failure.ts'

/** Max bytes of a JSON body, unless the endpoint sets its own limit. */
export const defaultLargestBody = 16 * 1024

/** Of one object. */
export const maxKeys = 200
const maxValues = 5_000

/** A larger body may also contain more values: one for every 32 bytes. */
const bytesPerValue = 32

/** In a whole body. */
export const maxValuesOf = (largestBody: number): number => Math.max(maxValues, Math.floor(largestBody / bytesPerValue))

/**
 * Refuses a body with more keys per object, or more values in total, than any form has: validating such a body would
 * take far longer than parsing it.
 */
export const refuseTooManyValues = (body: unknown, largestBody = defaultLargestBody): void => {
  const most = maxValuesOf(largestBody)
  let values = 0
  const waiting: object[] = typeof body === 'object' && body ? [body] : []
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const children: unknown[] = Array.isArray(next) ? next : Object.values(next)
    values += children.length
    if (values > most || (children !== next && children.length > maxKeys)) throw fail('request.tooManyValues')
    for (const value of children) if (typeof value === 'object' && value) waiting.push(value)
  }
}
