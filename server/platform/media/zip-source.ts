import type { ByteSource } from '@lectern/contract/media/byte-source.ts'
import {
  configure,
  ERR_AMBIGUOUS_ARCHIVE,
  ERR_INVALID_UNCOMPRESSED_SIZE,
  Reader,
  ZipReader,
  type Entry,
  type FileEntry,
} from '@zip.js/zip.js'
import type { FileFacts } from '@lectern/contract/works/file-findings.ts'

// Archives are read in a process of their own already.
configure({ useWebWorkers: false })

class SourceReader extends Reader<ByteSource> {
  readonly #source: ByteSource

  constructor(source: ByteSource) {
    super(source)
    this.#source = source
  }

  override async init(): Promise<void> {
    await super.init?.()
    this.size = this.#source.size
  }

  override readUint8Array(offset: number, length: number): Promise<Uint8Array> {
    return this.#source.read(offset, Math.min(offset + length, this.#source.size))
  }
}

const maxEntries = 10_000
const maxUnpackedBytes = 8_000_000_000
/** Larger files than this that shrink to less than a hundredth are made to fill a disk. */
const harmlessBytes = 50_000_000
const maxRatio = 100

const nestedArchive = /\.(?:zip|rar|7z|tar|t?gz|bz2|xz)$/i
/** Documents that are archives themselves: of office programs, books, mind maps, programs that pupils write. */
const archivedDocument =
  /\.(?:docx|docm|dotx|pptx|pptm|potx|ppsx|xlsx|xlsm|vsdx|od[tpsg]|epub|pages|key|numbers|xmind|ggb|sb3?|h5p|kmz|3mf)$/i

/** How archives begin: ZIP, RAR, 7z, gzip, bzip2, xz. */
const archiveHeads = ['504b0304', '526172211a07', '377abcaf271c', '1f8b08', '425a68', 'fd377a585a00']
const headBytes = 8

/** So much is really unpacked to find out whether an archive lies about its sizes. */
const maxVerifiedBytes = 1_000_000_000

const stored = 0

/** An archive that tells of itself what no honest one does, or too much to be unpacked. */
export class ArchiveFault extends Error {
  readonly fault: NonNullable<FileFacts['fault']>

  constructor(fault: NonNullable<FileFacts['fault']>) {
    super(fault)
    this.fault = fault
  }
}

const isFile = (entry: Entry): entry is FileEntry => !entry.directory

/** The files in an archive, by range: its content is not unpacked. */
export const openZip = async (source: ByteSource): Promise<FileEntry[]> => {
  const files: FileEntry[] = []
  let unpacked = 0
  const reader = new ZipReader(new SourceReader(source), { checkOverlappingEntry: true })
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (files.length >= maxEntries) throw new ArchiveFault('tooManyEntries')
      if (!isFile(entry)) continue
      if (entry.encrypted) throw new ArchiveFault('encrypted')
      unpacked += entry.uncompressedSize
      const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize)
      if (unpacked > maxUnpackedBytes || (entry.uncompressedSize > harmlessBytes && ratio > maxRatio))
        throw new ArchiveFault('unpacksTooLarge')
      files.push(entry)
    }
  } catch (error) {
    throw error instanceof ArchiveFault ? error : new ArchiveFault('unreadable')
  }
  return files
}

/** A file is longer than the archive says, or the archive says two things about it. */
const sizeErrors = new Set([ERR_INVALID_UNCOMPRESSED_SIZE, ERR_AMBIGUOUS_ARCHIVE])

/** Unpacks a file, never more of it than the archive says: it may lie about that. */
const unpackInto = async (entry: FileEntry, take: (piece: Uint8Array, at: number) => void): Promise<number> => {
  let bytes = 0
  const taker = new WritableStream<Uint8Array>({
    write: (piece) => {
      if (bytes + piece.length > entry.uncompressedSize) throw new ArchiveFault('wrongSizes')
      take(piece, bytes)
      bytes += piece.length
    },
  })
  try {
    await entry.getData(taker)
  } catch (error) {
    throw error instanceof Error && sizeErrors.has(error.message) ? new ArchiveFault('wrongSizes') : error
  }
  return bytes
}

/** The content of a file in an archive. */
export const unpack = async (entry: FileEntry, maxBytes: number): Promise<Uint8Array> => {
  if (entry.uncompressedSize > maxBytes) throw new ArchiveFault('unpacksTooLarge')
  const content = new Uint8Array(entry.uncompressedSize)
  await unpackInto(entry, (piece, at) => content.set(piece, at))
  return content
}

/** Thrown when enough of a file is known. */
class EnoughRead extends Error {}

/** How a file in an archive begins. `isVerified`: it is unpacked to its end, and as long as the archive says. */
const headOf = async (entry: FileEntry, { isVerified }: { isVerified: boolean }): Promise<string> => {
  let head = Buffer.alloc(0)
  try {
    const bytes = await unpackInto(entry, (piece) => {
      if (head.length < headBytes) head = Buffer.concat([head, piece.subarray(0, headBytes)])
      if (!isVerified && head.length >= headBytes) throw new EnoughRead()
    })
    if (bytes !== entry.uncompressedSize) throw new ArchiveFault('wrongSizes')
  } catch (error) {
    if (!(error instanceof EnoughRead)) throw error
  }
  return head.toString('hex')
}

/** The first file that is an archive under another name. Fails if sizes are not what the archive says. */
const findHiddenArchive = async (files: readonly FileEntry[]): Promise<string | undefined> => {
  let hidden: string | undefined
  let verified = 0
  // What lies says that it is small.
  for (const entry of files.toSorted((one, other) => one.uncompressedSize - other.uncompressedSize)) {
    const { filename, compressionMethod, compressedSize, uncompressedSize } = entry
    if (compressionMethod === stored && compressedSize !== uncompressedSize) throw new ArchiveFault('wrongSizes')
    verified += compressionMethod === stored ? 0 : uncompressedSize
    const isVerified = compressionMethod !== stored && verified <= maxVerifiedBytes
    const head = await headOf(entry, { isVerified })
    if (!archivedDocument.test(filename) && archiveHeads.some((start) => head.startsWith(start))) hidden ??= filename
  }
  return hidden
}

const maxNameLength = 100

/** What is wrong with an archive that a team hands in. */
export const checkArchive = async (source: ByteSource): Promise<Pick<FileFacts, 'fault' | 'hiddenArchive'>> => {
  try {
    const files = await openZip(source)
    if (files.some(({ filename }) => nestedArchive.test(filename))) return { fault: 'archiveInArchive' }
    const hiddenArchive = await findHiddenArchive(files)
    return hiddenArchive === undefined ? {} : { hiddenArchive: hiddenArchive.slice(0, maxNameLength) }
  } catch (error) {
    return { fault: error instanceof ArchiveFault ? error.fault : 'unreadable' }
  }
}
