// Exact arithmetic with whole numbers: the same result on every machine.

/** Beyond this a division is refused, because a remainder could be wrong. */
const largest = 2 ** 52

/** `numerator / denominator`, rounded half up: 0.5 becomes 1, -0.5 becomes 0. */
export const halfUp = (numerator: number, denominator: number): number => {
  if (!Number.isInteger(numerator) || Math.abs(numerator) > largest || !(denominator >= 1 && denominator <= largest))
    throw new RangeError(`${numerator} / ${denominator} cannot be divided exactly`)
  // The division of machines may be wrong by one; the remainder shows it.
  let quotient = Math.floor(numerator / denominator)
  let remainder = numerator - quotient * denominator
  if (remainder < 0) {
    quotient -= 1
    remainder += denominator
  } else if (remainder >= denominator) {
    quotient += 1
    remainder -= denominator
  }
  // Never -0, which is written like 0 and is not the same.
  return (remainder * 2 >= denominator ? quotient + 1 : quotient) + 0
}

/** The same for numbers of any size; the result must be a safe integer. */
export const halfUpBig = (numerator: bigint, denominator: bigint): number => {
  const doubled = numerator * 2n + denominator
  const divisor = denominator * 2n
  const quotient = doubled / divisor
  return Number(doubled < 0n && quotient * divisor !== doubled ? quotient - 1n : quotient)
}

/** The largest whole number whose square is not above `square`. */
export const squareRoot = (square: bigint): bigint => {
  if (square < 2n) return square
  // Newton's method, from above: each step is smaller until the root is reached.
  let root = 1n << BigInt(square.toString(16).length * 2)
  for (;;) {
    const next = (root + square / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

/** Compares by code units, as `sort` does: the same in every language. */
export const compareKeys = (a: string, b: string): number => {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Lists of those with the same key, in the order of first occurrence. */
export const groupBy = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> => {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
