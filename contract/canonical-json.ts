/** What can be written as canonical JSON. Numbers are whole: nothing is lost by writing them. */
export type CanonicalValue =
  | string
  | number
  | boolean
  | null
  | readonly CanonicalValue[]
  | { readonly [key: string]: CanonicalValue | undefined }

const isList = (value: CanonicalValue): value is readonly CanonicalValue[] => Array.isArray(value)

/** The one way to write a value (RFC 8785): names in order, no spaces. The same value has the same bytes wherever it is written. */
export const canonicalJson = (value: CanonicalValue): string => {
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) {
    if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new Error(`${value} is no whole number`)
    return JSON.stringify(value)
  }
  // By code units, as `sort` compares texts.
  const names = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .toSorted()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name]!)}`).join(',')}}`
}
