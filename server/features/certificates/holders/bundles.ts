import type { CertificateFilter } from '@lectern/contract/certificates/certificates.ts'
import type * as contract from '@lectern/contract/certificates/certificates.ts'
import type { AnswerOf, BodyOf } from '@lectern/contract/endpoint.ts'
import type { CertificateId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { eq } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import type { TaskRun, TaskRunner } from '../../../platform/feature.ts'
import { t } from '../../../platform/messages.ts'
import { zoneTime } from '../../../platform/moments.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { safeFileName } from '../../../platform/zip/safe-names.ts'
import { missingEntry } from '../../../platform/zip/missing-entry.ts'
import { writeZip, type ZipEntry } from '../../../platform/zip/write-zip.ts'
import { audit } from '../../audit/service.ts'
import { generateFile, openFile } from '../../files/service.ts'
import { enqueueTask, setTaskFile } from '../../tasks/service.ts'
import { task } from '../../tasks/tables.ts'
import { bundledAfter, measureCertificates } from './certificate-queries.ts'

interface Chosen {
  filter: CertificateFilter
  ids: readonly CertificateId[] | undefined
  locale: Locale
}

/** Starts the task that puts valid certificates into one archive. */
export const bundleCertificates = (
  outer: SignedIn,
  { filter = {}, ids }: BodyOf<typeof contract.bundleCertificates>,
): Promise<AnswerOf<typeof contract.bundleCertificates>> =>
  inTransaction(outer, async (ctx) => {
    const { count } = await measureCertificates(ctx, filter, ids)
    if (count === 0) throw fail('certificate.nothingToBundle')
    const id = await enqueueTask(ctx, {
      kind: 'bundleCertificates',
      input: { filter, ids: ids ?? null, locale: ctx.locale },
      subject: t(ctx.locale, 'certificates.bundle.subject', { count }),
      link: '/Admin/Certificate',
      startedBy: ctx.actor.id,
    })
    await audit(ctx, 'certificates.bundled', { subject: { kind: 'certificates', id }, after: { count, task: id } })
    return { task: id, certificates: count }
  })

/** `LT2026-AI-000001K 张伟.pdf`, in the order of the numbers; then the names of those that the storage has lost. */
const entriesOf = async function* (
  ctx: Ctx,
  { filter, ids }: Chosen,
  { total, signal, progress }: { total: number } & Pick<TaskRun, 'signal' | 'progress'>,
): AsyncGenerator<ZipEntry> {
  let after = ''
  let done = 0
  const missing: string[] = []
  for (;;) {
    const rows = await bundledAfter(ctx, filter, ids, after)
    if (rows.length === 0) break
    for (const { number, name, fileId, issuedAt } of rows) {
      signal.throwIfAborted()
      const content = await openFile(ctx, { purpose: 'certificate', id: fileId! })
      const entry = safeFileName(`${number} ${name}.pdf`)
      if (content) yield { name: entry, content, modified: zoneTime(issuedAt, 'UTC') }
      else missing.push(entry)
      done += 1
      after = number
    }
    await progress(done, total)
  }
  if (missing.length > 0) yield missingEntry(missing, zoneTime(ctx.now, 'UTC'))
}

const bytesPerFile = 2_048
const bytesBesides = 1_000_000

/** The task `bundleCertificates`. It may be repeated: an archive that is not complete is never seen. */
export const runBundle: TaskRunner = async (ctx, run) => {
  const { id, input, signal } = run
  const [taskRow] = await ctx.db
    .select({ startedBy: task.startedBy, fileId: task.fileId })
    .from(task)
    .where(eq(task.id, id))
  if (!taskRow?.startedBy || taskRow.fileId) return
  const chosen: Chosen = {
    filter: input['filter'] as CertificateFilter,
    ids: (input['ids'] as CertificateId[] | null) ?? undefined,
    locale: input['locale'] as Locale,
  }
  const { count, bytes } = await measureCertificates(ctx, chosen.filter, chosen.ids)
  const date = zoneTime(ctx.now, 'UTC').slice(0, 10)
  await generateFile(
    ctx,
    {
      purpose: 'bundle',
      name: `${t(chosen.locale, 'certificates.bundle.name', { date })}.zip`,
      type: 'application/zip',
      ownerId: taskRow.startedBy,
      maxBytes: Math.ceil(bytes * 1.001) + count * bytesPerFile + bytesBesides,
      writer: `task ${id}`,
      pieces: writeZip(entriesOf(ctx, chosen, { total: count, signal, progress: run.progress })),
    },
    async (inner, fileId) => {
      signal.throwIfAborted()
      await setTaskFile(inner, id, fileId)
    },
  )
  await run.progress(count, count)
}
