/** Spreads the bits of a number over all 32. */
const mix = (value: number): number => {
  let bits = value | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85eb_ca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2_ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** A number of 32 bits that depends on nothing but the texts: the same on every machine. */
export const seededNumber = (seed: string, key: string): number => {
  let bits = 0x811c_9dc5
  const text = `${seed.length}:${seed}${key}`
  for (let index = 0; index < text.length; index += 1) bits = Math.imul(bits ^ text.charCodeAt(index), 0x0100_0193)
  return mix(bits)
}

/** A number from 0 up to, but not including, `below` for a pair of such numbers. */
export const pairNumber = (one: number, other: number, below: number): number =>
  mix(one ^ Math.imul(other, 0x9e37_79b1)) % below

export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export const byKey = (a: { key: string }, b: { key: string }): number => compareTexts(a.key, b.key)

/** Shuffled by the seed; the order in which the items are given does not matter. */
export const inSeededOrder = <Item extends { key: string }>(items: readonly Item[], seed: string): Item[] =>
  items
    .map((item) => ({ item, number: seededNumber(seed, item.key) }))
    .toSorted((a, b) => a.number - b.number || byKey(a.item, b.item))
    .map(({ item }) => item)
