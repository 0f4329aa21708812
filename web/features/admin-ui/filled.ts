/** What a form holds, without the texts that are empty: a language in which nothing stands is left out. */
export const filled = <Value>(value: Value): Value => {
  if (Array.isArray(value)) return value.map(filled) as Value
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value
  const entries = Object.entries(value).filter(([, part]) => part !== undefined && part !== '')
  return Object.fromEntries(entries.map(([name, part]) => [name, filled(part)])) as Value
}
