import { createSHA256 } from 'hash-wasm'

/** The SHA-256 of content that arrives in pieces, possibly over days and processes. */
export interface RunningHash {
  /** Passes the pieces on. A piece counts when the next one is asked for: by then it has been taken whole. */
  follow(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer>
  /** The state after the first `offset` bytes; undefined if they cannot be told apart from those that came after. */
  stateAt(offset: number): Buffer | undefined
}

const offsetBytes = 8

const encodeState = (offset: number, state: Uint8Array): Buffer => {
  const head = Buffer.alloc(offsetBytes)
  head.writeBigUInt64BE(BigInt(offset))
  return Buffer.concat([head, state])
}

/** A hash of the first `offset` bytes; undefined if the state is of other bytes, or was saved by an unknown version. */
const loadState = async (state: Buffer | null, offset: number) => {
  const hasher = await createSHA256()
  if (offset === 0) return hasher.init()
  if (!state || Number(state.readBigUInt64BE(0)) !== offset) return undefined
  try {
    return hasher.load(state.subarray(offsetBytes))
  } catch {
    return undefined
  }
}

/** Continues a hash; undefined where its state is not known: the content must be read again. */
export const continueHash = async (state: Buffer | null, offset: number): Promise<RunningHash | undefined> => {
  const hasher = await loadState(state, offset)
  if (!hasher) return undefined
  let hashed = offset
  /** What was passed on last. The storage may commit a part of it. */
  let pending: Buffer = Buffer.alloc(0)
  const take = (length: number): void => {
    hasher.update(pending.subarray(0, length))
    hashed += length
    pending = pending.subarray(length)
  }
  return {
    follow: async function* (pieces) {
      for await (const piece of pieces) {
        pending = piece
        yield piece
        take(pending.length)
      }
    },
    stateAt: (wanted) => {
      if (wanted < hashed || wanted > hashed + pending.length) return undefined
      take(wanted - hashed)
      return encodeState(hashed, hasher.save())
    },
  }
}

/** The hash of the whole content; undefined where its state is not known. */
export const digestOf = async (state: Buffer | null, size: number): Promise<Buffer | undefined> => {
  const hasher = state && (await loadState(state, size))
  return hasher ? Buffer.from(hasher.digest('binary')) : undefined
}
