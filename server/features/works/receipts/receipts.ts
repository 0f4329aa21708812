import type { FileId, WorkId } from '@lectern/contract/ids.ts'
import { localize } from '@lectern/contract/localized.ts'
import { hasStandingSubmission } from '@lectern/contract/works/work-values.ts'
import type { Receipt } from '@lectern/contract/works/works.ts'
import type { SignedIn } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { and, eq } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { runInThread } from '../../../platform/threads/thread-pool.ts'
import { publicKeys } from '../../signing/service.ts'
import { confirmationsOf } from '../checks/file-confirmation.ts'
import { readManifest, type Manifest } from '../submission/manifest.ts'
import { composeReceipt, receiptFileName } from './receipt-sheet.ts'
import { submission } from '../tables.ts'
import { requireWork } from '../work-view.ts'

const findSubmission = async (db: Database, workId: WorkId, number: number) => {
  const [row] = await db
    .select()
    .from(submission)
    .where(and(eq(submission.workId, workId), eq(submission.number, number)))
  return row
}

/** For the team and for organisers. */
const requireSubmission = async (ctx: SignedIn, id: WorkId, number: number) => {
  const { work } = await requireWork(ctx, id)
  const row = await findSubmission(ctx.db, id, number)
  if (!row || work.submission === null) throw fail('work.notFound')
  return { ...row, latest: work.submission, hasStanding: hasStandingSubmission(work.state) }
}

const confirmationsIn = (db: Database, { parts }: Manifest) =>
  confirmationsOf(
    db,
    parts.flatMap(({ files }) => files.map(({ id }) => id as FileId)),
  )

export const readReceipt = async (ctx: SignedIn, id: WorkId, number: number): Promise<Receipt> => {
  const row = await requireSubmission(ctx, id, number)
  const manifest = readManifest(row.manifest)
  const confirmations = await confirmationsIn(ctx.db, manifest)
  return {
    workId: id,
    number,
    latest: row.latest,
    hasStanding: row.hasStanding,
    enrolmentNumber: manifest.enrolment,
    activity: localize(manifest.activity.name, ctx.locale).text,
    team: manifest.team,
    title: manifest.title,
    summary: manifest.summary,
    submittedAt: manifest.submittedAt,
    timeZone: manifest.timeZone,
    isLate: row.isLate,
    parts: manifest.parts.map(({ label, text, files }) => ({
      label: localize(label, ctx.locale).text,
      text,
      files: files.map(({ id: file, name, size, sha256 }) => ({
        name,
        size,
        sha256,
        confirmation: confirmations.get(file) ?? 'confirmed',
      })),
    })),
    names: manifest.names.map(({ role, name }) => ({ role, name })),
    declarations: manifest.declarations.map(({ text }) => localize(text, ctx.locale).text),
    manifestHash: row.hash.toString('hex'),
    previousHash: manifest.previous,
    signature: row.signature.toString('base64'),
    keyId: row.keyId,
  }
}

interface NamedFile {
  name: string
  body: Buffer
}

/** The exact bytes that were signed. */
export const readSignedManifest = async (ctx: SignedIn, id: WorkId, number: number): Promise<NamedFile> => {
  const { manifest } = await requireSubmission(ctx, id, number)
  return { name: 'manifest.json', body: Buffer.from(manifest) }
}

/** In the caller's language; `siteTitle` too. */
export const drawReceipt = async (ctx: SignedIn, id: WorkId, number: number, siteTitle: string): Promise<NamedFile> => {
  const { manifest, signature, keyId, isLate } = await requireSubmission(ctx, id, number)
  const publicKey = (await publicKeys(ctx.db)).get(keyId)
  if (!publicKey) throw new Error(`The key ${keyId} that signed submission ${number} of work ${id} is missing`)
  const site = { title: siteTitle, address: ctx.installation.address }
  const confirmations = await confirmationsIn(ctx.db, readManifest(manifest))
  const input = composeReceipt(ctx.locale, { manifest, signature, publicKey, isLate, confirmations }, site)
  const body = await runInThread<Uint8Array>({ module: new URL('./receipt-pdf.ts', import.meta.url).href, input })
  return { name: receiptFileName(readManifest(manifest)), body: Buffer.from(body) }
}
