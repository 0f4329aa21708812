import type { Readable } from 'node:stream'
import type { FormField } from '@lectern/contract/enrolments/form-fields.ts'
import { askedFields, filesOf } from '@lectern/contract/enrolments/form-values.ts'
import type { ActivityId } from '@lectern/contract/ids.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import { t } from '../../../platform/messages.ts'
import { zoneTime } from '../../../platform/moments.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { emptyEntry } from '../../../platform/zip/missing-entry.ts'
import { safeFileName, safeName, uniqueNames } from '../../../platform/zip/safe-names.ts'
import { writeZip, type ZipEntry } from '../../../platform/zip/write-zip.ts'
import { audit } from '../../audit/service.ts'
import { fileFactsOf, openFile } from '../../files/service.ts'
import { filesIn } from './answers.ts'
import { answeredAfter, countAnswered, findAskingActivity, type AnsweredRow } from './answer-file-queries.ts'

/** Small batches: no transaction is open between two of them, however slowly the client reads. */
const batch = 50

type Asking = NonNullable<Awaited<ReturnType<typeof findAskingActivity>>>

/** The files of one team, as `number_team/question/file`. Files missing in the storage are left out. */
const entriesOf = async function* (
  ctx: Ctx,
  { fields, timeZone }: Asking,
  row: AnsweredRow,
  facts: Awaited<ReturnType<typeof fileFactsOf>>,
): AsyncGenerator<ZipEntry> {
  const folder = safeName(`${row.number}_${row.team}`)
  const modified = zoneTime(row.submittedAt, timeZone)
  const questionName = uniqueNames()
  const isFile = ({ type }: FormField): boolean => type === 'file'
  for (const field of askedFields(fields, row.answers).filter(isFile)) {
    const question = questionName(safeName(localize(field.label, ctx.locale).text))
    const fileName = uniqueNames()
    for (const id of filesOf(row.answers[field.id])) {
      const file = facts.get(id)
      const content = file && (await openFile(ctx, { purpose: 'answer', id }))
      if (content) yield { name: `${folder}/${question}/${fileName(safeFileName(file.name))}`, modified, content }
    }
  }
}

const entriesOfAll = async function* (ctx: Ctx, asking: Asking): AsyncGenerator<ZipEntry> {
  let last = 0
  let isEmpty = true
  for (;;) {
    const rows = await answeredAfter(ctx.db, asking.id, last, batch)
    const facts = await fileFactsOf(
      ctx,
      rows.flatMap(({ answers }) => filesIn(answers)),
    )
    for (const row of rows)
      for await (const entry of entriesOf(ctx, asking, row, facts)) {
        isEmpty = false
        yield entry
      }
    if (rows.length < batch) break
    last = rows.at(-1)!.sequence
  }
  if (isEmpty) yield emptyEntry(t(ctx.locale, 'sheet.enrolments.noFiles'), zoneTime(ctx.now, asking.timeZone))
}

/** All submitted files of an activity as one archive. The audit entry is written before the first byte is sent. */
export const exportAnswerFiles = async (outer: Ctx, id: ActivityId): Promise<{ name: string; body: Readable }> => {
  const asking = await findAskingActivity(outer.db, id)
  if (!asking) throw fail('activity.notFound')
  await inTransaction(outer, async (ctx) => {
    const count = await countAnswered(ctx.db, id)
    await audit(ctx, 'enrolments.filesExported', { subject: { kind: 'activity', id }, after: { count } })
  })
  const date = zoneTime(outer.now, asking.timeZone).slice(0, 10)
  const name = `${t(outer.locale, 'sheet.enrolments.filesName', { code: asking.code, date })}.zip`
  return { name, body: writeZip(entriesOfAll(outer, asking)) }
}
