const mebibyte = 1024 ** 2

/** Smaller files pass through the program: a bucket is asked several times for each. */
export const leastInParts = 16 * mebibyte
/** Buckets take no smaller parts but the last, and no more of them. */
export const minPartBytes = 5 * mebibyte
export const maxParts = 10_000
/** Parts whose links are requested together. */
export const maxLinks = 4

/** Bytes of each part of a file but the last. */
export const partBytesFor = (size: number): number =>
  Math.max(minPartBytes, Math.ceil(size / maxParts / mebibyte) * mebibyte)

export const countParts = (size: number, partBytes: number): number => Math.ceil(size / partBytes)

/** Where a part begins and ends; `number` counts from 1. */
export const placeOfPart = (size: number, partBytes: number, number: number): { start: number; end: number } => ({
  start: (number - 1) * partBytes,
  end: Math.min(size, number * partBytes),
})
