/** Bytes that are served in place of those of the file. */
export interface Patch {
  start: number
  bytes: Uint8Array
}

const endOf = ({ start, bytes }: Patch): number => start + bytes.length

/** Writes into a piece of the file, which begins at `offset`, what the patches say about it. They are in order and apart. */
export const patchPiece = (piece: Buffer, offset: number, patches: readonly Patch[]): Buffer => {
  const touching = patches.filter((patch) => patch.start < offset + piece.length && endOf(patch) > offset)
  if (touching.length === 0) return piece
  const patched = Buffer.from(piece)
  for (const patch of touching) {
    const from = Math.max(patch.start, offset)
    patched.set(patch.bytes.subarray(from - patch.start, offset + piece.length - patch.start), from - offset)
  }
  return patched
}

/** A range of the file that begins at `start`, with the patches in place. */
export const overlay = async function* (
  pieces: AsyncIterable<Buffer>,
  start: number,
  patches: readonly Patch[],
): AsyncGenerator<Buffer> {
  let offset = start
  for await (const piece of pieces) {
    yield patchPiece(piece, offset, patches)
    offset += piece.length
  }
}
