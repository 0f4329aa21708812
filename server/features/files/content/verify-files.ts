import { filePurposes, type FilePurpose } from '@lectern/contract/files/file-values.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { readBatches } from '../../../platform/database/cursor.ts'
import type { SizesOf, Storage } from '../../../platform/storage/storage.ts'
import { findKept, keptFilesOf, type KeptFile } from '../queries.ts'
import { neededContentOf, type NeededContent } from './keys.ts'

const purposes = ['avatar', ...(Object.keys(filePurposes) as FilePurpose[])] as const

const rowsAtOnce = 1_000

/** Content that is looked at again is asked for one by one, up to this many; beyond that only its rows are read again. */
const mostAskedAgain = 1_000
const askedAtOnce = 16

const mostExamples = 5

/** Content that is missing, or that has another size than it was stored with. */
export interface FileFault extends NeededContent {
  id: FileId
  /** Undefined: it is missing. */
  storedSize: number | undefined
}

interface Findings {
  /** Of files. */
  count: number
  /** The first of them, one for each file. */
  examples: FileFault[]
}

interface VerifiedFiles {
  files: number
  bytes: number
  /** Of content itself. */
  damaged: Findings
  /** Of what was made of content. */
  withoutPreview: Findings
}

const contentOf = (row: KeptFile) =>
  neededContentOf(row)
    .map((content) => ({ ...content, id: row.id }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))

const isFault = ({ size, storedSize }: Pick<FileFault, 'size' | 'storedSize'>): boolean =>
  size === undefined ? !storedSize : size !== storedSize

/** Faults come file by file. */
const createFindings = () => {
  const findings: Findings = { count: 0, examples: [] }
  let last: FileId | undefined
  const add = (fault: FileFault): void => {
    if (fault.id === last) return
    last = fault.id
    findings.count += 1
    if (findings.examples.length < mostExamples) findings.examples.push(fault)
  }
  return { findings, add }
}

/** Asks for the first of them one by one. */
const askAgain = async (storage: Storage, faults: readonly FileFault[], most: number): Promise<FileFault[]> => {
  const answers = [...faults]
  for (let start = 0; start < Math.min(most, faults.length); start += askedAtOnce) {
    const some = faults.slice(start, start + askedAtOnce)
    const sizes = await Promise.all(some.map(({ key }) => storage.sizeOf(key)))
    for (const [index, fault] of some.entries()) answers[start + index] = { ...fault, storedSize: sizes[index] }
  }
  return answers
}

/**
 * Compares what is stored with the rows of files, by existence and size, while the site may be running: what differs is looked at again. Content is
 * written before its row and deleted after it, so the content is looked at first, and the row second.
 */
export const verifyStoredFiles = async (db: Database, storage: Storage): Promise<VerifiedFiles> => {
  const damaged = createFindings()
  const withoutPreview = createFindings()
  let [files, bytes, requests] = [0, 0, 0]
  let suspects: FileFault[] = []

  const settleSuspects = async (): Promise<void> => {
    const seen = await askAgain(storage, suspects, mostAskedAgain - requests)
    requests = Math.min(requests + suspects.length, mostAskedAgain)
    const rows = await findKept(db, [...new Set(seen.map(({ id }) => id))])
    const needed = new Map(rows.flatMap(contentOf).map((content) => [content.key, content]))
    suspects = []
    for (const { key, storedSize } of seen) {
      const content = needed.get(key)
      const fault = content && { ...content, storedSize }
      if (fault && isFault(fault)) (fault.isPreview ? withoutPreview : damaged).add(fault)
    }
  }

  const compare = async (rows: readonly KeptFile[], sizesOf: SizesOf): Promise<void> => {
    const contents = rows.flatMap(contentOf)
    const sizes = await sizesOf(contents.map(({ key }) => key))
    for (const [index, content] of contents.entries()) {
      const fault = { ...content, storedSize: sizes[index] }
      bytes += fault.storedSize ?? 0
      if (isFault(fault)) suspects.push(fault)
    }
    files += rows.length
    if (suspects.length >= mostAskedAgain) await settleSuspects()
  }

  for (const purpose of purposes) {
    const sizesOf = storage.openListing()
    const batches = readBatches<KeptFile, KeptFile>(db, keptFilesOf(purpose), rowsAtOnce, async (_, page) => page)
    for await (const rows of batches) await compare(rows, sizesOf)
  }
  if (suspects.length > 0) await settleSuspects()
  return { files, bytes, damaged: damaged.findings, withoutPreview: withoutPreview.findings }
}
