/** Form values without empty texts: empty languages are left out. */
export const withoutBlanks = <Value>(value: Value): Value => {
  if (Array.isArray(value)) return value.map(withoutBlanks) as Value
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value
  const entries = Object.entries(value).filter(([, part]) => part !== undefined && part !== '')
  return Object.fromEntries(entries.map(([name, part]) => [name, withoutBlanks(part)])) as Value
}
