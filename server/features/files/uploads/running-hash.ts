import { createHash, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { createSHA256 } from 'hash-wasm'
import type { FileId } from '@lectern/contract/ids.ts'

/** The SHA-256 of content that arrives in pieces, possibly over days and processes. */
export interface RunningHash {
  /** Passes the pieces on. A piece counts when the next one is asked for: by then it has been taken whole. */
  follow(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer>
  /** The first `offset` bytes are safe now. Returns the state to store with them, where another process needs one. */
  commit(offset: number): Buffer | null
  /** The hash of the first `size` bytes, if they are those that were committed last. */
  digest(size: number): Buffer | undefined
}

/** The hashes of the uploads that this process has received, as far as they were committed. */
export type HashMemory = Map<FileId, { offset: number; hash: Hash }>

const maxRemembered = 1_000

const remember = (memory: HashMemory, id: FileId, offset: number, hash: Hash): void => {
  memory.delete(id)
  memory.set(id, { offset, hash })
  const [oldest] = memory.keys()
  if (memory.size > maxRemembered && oldest !== undefined) memory.delete(oldest)
}

interface Hasher {
  update(piece: Buffer): unknown
  /** Called when exactly the bytes up to `offset` have been hashed. */
  commit(offset: number): Buffer | null
  digest(size: number): Buffer | undefined
}

const nothing = Buffer.alloc(0)

const following = (hasher: Hasher, start: number): RunningHash => {
  let hashed = start
  /** What was passed on last. The storage may commit a part of it. */
  let pending: Buffer = nothing
  /** Something else was committed than was passed on: the content is read when it has arrived. */
  let isLost = false
  const take = (length: number): void => {
    if (length > 0) hasher.update(pending.subarray(0, length))
    hashed += length
    // Not a view of a piece that has been taken whole: its memory is freed.
    pending = length < pending.length ? pending.subarray(length) : nothing
  }
  return {
    async *follow(pieces) {
      for await (const piece of pieces) {
        pending = piece
        yield piece
        take(pending.length)
      }
    },
    commit: (offset) => {
      isLost ||= offset < hashed || offset > hashed + pending.length
      if (isLost) return null
      take(offset - hashed)
      return hasher.commit(offset)
    },
    digest: (size) => (isLost ? undefined : hasher.digest(size)),
  }
}

/** As fast as the processor can, but its state cannot be stored: another process reads the bytes again. */
const nativeHasher = (hash: Hash, id: FileId, memory: HashMemory): Hasher => ({
  update: (piece) => hash.update(piece),
  commit: (offset) => {
    remember(memory, id, offset, hash.copy())
    return null
  },
  digest: (size) => {
    const state = memory.get(id)
    return state?.offset === size ? state.hash.copy().digest() : undefined
  },
})

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

/** Slower, but any process can go on from its state. */
const storedHasher = async (state: Buffer | null, offset: number): Promise<Hasher | undefined> => {
  const hasher = await loadState(state, offset)
  return (
    hasher && {
      update: (piece) => hasher.update(piece),
      commit: (committed) => encodeState(committed, hasher.save()),
      // Asked of the stored state, see `digestOf`.
      digest: () => undefined,
    }
  )
}

interface Continued {
  id: FileId
  state: Buffer | null
  offset: number
  /** Reads the bytes that have arrived again; absent where the storage cannot. */
  readBack: (() => Promise<Readable | undefined>) | undefined
  memory: HashMemory
  signal: AbortSignal
}

const hashAgain = async (readBack: () => Promise<Readable | undefined>, { offset, signal }: Continued) => {
  const hash = createHash('sha256')
  let count = 0
  for await (const piece of (await readBack()) ?? []) {
    signal.throwIfAborted()
    hash.update(piece as Buffer)
    count += (piece as Buffer).length
  }
  return count === offset ? hash : undefined
}

/** Continues a hash; undefined where it is not known: the content must be read when it has arrived. */
export const continueHash = async (input: Continued): Promise<RunningHash | undefined> => {
  const { id, state, offset, readBack, memory } = input
  if (!readBack) {
    const hasher = await storedHasher(state, offset)
    return hasher && following(hasher, offset)
  }
  const checkpoint = offset === 0 ? { offset, hash: createHash('sha256') } : memory.get(id)
  const hash = checkpoint?.offset === offset ? checkpoint.hash.copy() : await hashAgain(readBack, input)
  return hash && following(nativeHasher(hash, id, memory), offset)
}

/** The hash of the whole content by its stored state; undefined where that is not known. */
export const digestOf = async (state: Buffer | null, size: number): Promise<Buffer | undefined> => {
  const hasher = state && (await loadState(state, size))
  return hasher ? Buffer.from(hasher.digest('binary')) : undefined
}
