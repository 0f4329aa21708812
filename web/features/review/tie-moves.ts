/** A list with one item a place further up or down; unchanged at the ends. */
export const moved = (codes: readonly string[], code: string, by: 1 | -1): string[] => {
  const from = codes.indexOf(code)
  const to = from + by
  if (from === -1 || to < 0 || to >= codes.length) return [...codes]
  return codes.with(from, codes[to]!).with(to, code)
}
