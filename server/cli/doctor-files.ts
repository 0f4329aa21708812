import type { FileId } from '@lectern/contract/ids.ts'
import { verifyStoredFiles, type FileFault } from '../features/files/service.ts'
import { openStorage } from '../installation.ts'
import type { Database } from '../platform/database/connect.ts'
import { sql } from '../platform/database/drizzle.ts'
import { ListingRefused } from '../platform/storage/storage.ts'
import { failed, ok, warning, type Check, type Patient } from './doctor-checks.ts'

interface NamedFile {
  id: FileId
  name: string
  /** The number of the work or of the certificate that it belongs to. */
  number: string | null
}

const namesOf = async (db: Database, ids: readonly FileId[]): Promise<Map<string, NamedFile>> => {
  const { rows } = await db.execute(sql`
    select file.id, file.name, coalesce(
      (select number from certificate where file_id = file.id limit 1),
      (
        select enrolment.number
        from work_file
        join work on work.id = work_file.work_id
        join enrolment on enrolment.id = work.enrolment_id
        where file.purpose = 'work' and (work_file.id = file.id or work_file.redacted_id = file.id)
        limit 1
      )
    ) as number
    from file where file.id = any (${sql.param([...ids])}::uuid[])
  `)
  return new Map((rows as unknown as NamedFile[]).map((row) => [row.id, row]))
}

const describe = ({ id, key, size, storedSize }: FileFault, names: ReadonlyMap<string, NamedFile>): string => {
  const { name = '', number = null } = names.get(id) ?? {}
  const fault =
    storedSize === undefined ? 'is missing' : `has ${storedSize} ${size === undefined ? 'bytes' : `of ${size} bytes`}`
  return `"${name}"${number === null ? '' : ` of ${number}`} ${fault} (${key})`
}

const sizeOf = (bytes: number): string =>
  bytes < 1024 ** 3 ? `${(bytes / 1024 ** 2).toFixed(1)} MB` : `${(bytes / 1024 ** 3).toFixed(1)} GB`

const countOf = (count: number): string => `${count} ${count === 1 ? 'file' : 'files'}`

const wayOut = 'docs/operations.md tells under "Missing files" how to put them back'

/** Whether everything that people have uploaded, and that was made of it, is there in its size. */
export const examineStoredFiles = async ({ config }: Pick<Patient, 'config'>, db: Database): Promise<Check> => {
  const name = 'stored files'
  try {
    const { files, bytes, damaged, withoutPreview } = await verifyStoredFiles(db, await openStorage(config))
    const names = await namesOf(
      db,
      [damaged, withoutPreview].flatMap(({ examples }) => examples.map(({ id }) => id)),
    )
    const list = ({ count, examples }: typeof damaged): string =>
      examples.map((one) => describe(one, names)).join(', ') +
      (count > examples.length ? ` and ${count - examples.length} more` : '')
    const previews = `the pictures or pages of ${countOf(withoutPreview.count)} are missing or incomplete: ${list(withoutPreview)}`
    const content = `${damaged.count} of ${countOf(files)} are missing or have another size: ${list(damaged)}`
    if (damaged.count > 0)
      return failed(name, [content, ...(withoutPreview.count > 0 ? [previews] : []), wayOut].join('; '))
    return withoutPreview.count > 0
      ? warning(name, `${previews}; ${wayOut}`)
      : ok(name, `${countOf(files)}, ${sizeOf(bytes)}, all there`)
  } catch (error) {
    if (!(error instanceof ListingRefused)) throw error
    return warning(name, 'not compared: the key may not list the bucket (s3:ListBucket)')
  }
}
