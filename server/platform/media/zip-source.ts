import type { ByteSource } from '@lectern/contract/media/byte-source.ts'
import { configure, Reader, ZipReader, type Entry, type FileEntry } from '@zip.js/zip.js'
import type { FileFacts } from '@lectern/contract/file-findings.ts'

// Archives are read in a thread of their own already.
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

/** What is wrong with an archive that a team hands in. */
export const checkArchive = async (source: ByteSource): Promise<Pick<FileFacts, 'fault'>> => {
  try {
    const files = await openZip(source)
    return files.some(({ filename }) => nestedArchive.test(filename)) ? { fault: 'archiveInArchive' } : {}
  } catch (error) {
    return { fault: error instanceof ArchiveFault ? error.fault : 'unreadable' }
  }
}
