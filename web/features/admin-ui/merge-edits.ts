const isPlain = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype

/** Whether two values are equal; empty and absent values are. */
export const isSameValue = (one: unknown, other: unknown): boolean => {
  if (isPlain(one) && isPlain(other))
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) =>
      isSameValue(one[name], other[name]),
    )
  return JSON.stringify(one ?? '') === JSON.stringify(other ?? '')
}

/** Merges typed values into what another user has stored since: by field, and by language for localised texts. */
export const mergeEdits = <Values extends object>(before: Values, typed: Values, now: Values): Values => {
  const merge = (was: unknown, is: unknown, stored: unknown): unknown => {
    if (isPlain(was) && isPlain(is) && isPlain(stored)) {
      const names = new Set([...Object.keys(is), ...Object.keys(stored)])
      return Object.fromEntries([...names].map((name) => [name, merge(was[name], is[name], stored[name])]))
    }
    return isSameValue(was, is) ? stored : is
  }
  return merge(before, typed, now) as Values
}
