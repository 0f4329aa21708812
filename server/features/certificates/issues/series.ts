import { certificateNumber, maxSequence, type SeriesName } from '@lectern/contract/certificates/certificate-numbers.ts'
import type * as contract from '@lectern/contract/certificates/certificate-office.ts'
import type { BodyOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { CertificateSeriesId } from '@lectern/contract/ids.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { desc, eq, sql } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { newId } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { audit } from '../../audit/service.ts'
import { certificateSeries } from '../tables.ts'

type SeriesRow = typeof certificateSeries.$inferSelect

/** As the next certificate would have; the last one if all are used up. */
export const nextNumberOf = (series: SeriesName & { last: number }): string =>
  certificateNumber(series, Math.min(series.last + 1, maxSequence))

const present = (row: SeriesRow) => ({
  id: row.id,
  prefix: row.prefix,
  year: row.year,
  code: row.code,
  nextNumber: nextNumberOf(row),
  issued: row.last,
})

export const requireSeries = async ({ db }: Ctx, id: CertificateSeriesId): Promise<SeriesRow> => {
  const [row] = await db.select().from(certificateSeries).where(eq(certificateSeries.id, id))
  if (!row) throw fail('certificate.seriesNotFound')
  return row
}

export const listSeries = async ({ db }: Ctx, { page, pageSize }: QueryOf<typeof contract.listSeries>) => {
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(certificateSeries)
      .orderBy(desc(certificateSeries.createdAt), desc(certificateSeries.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    db.$count(certificateSeries),
  ])
  return { list: rows.map(present), total, page, pageSize }
}

export const createSeries = (outer: SignedIn, body: BodyOf<typeof contract.createSeries>) =>
  inTransaction(outer, async (ctx) => {
    const id = newId<CertificateSeriesId>(ctx.now)
    const { rowCount } = await ctx.db
      .insert(certificateSeries)
      .values({ id, ...body, createdAt: ctx.now })
      .onConflictDoNothing()
    if (rowCount === 0) throw fail('certificate.seriesTaken').at('code')
    await audit(ctx, 'certificateSeries.created', { subject: { kind: 'certificateSeries', id }, after: body })
    return present(await requireSeries(ctx, id))
  })

/** Reserves the next numbers of a series. Others wait until the transaction ends, so that there are no gaps. */
export const reserveNumbers = async (db: Database, id: CertificateSeriesId, count: number) => {
  const { rows } = await db.execute<{ prefix: string; year: number; code: string; last: number }>(sql`
    select prefix, year, code, last from certificate_series where id = ${id} for update
  `)
  const [series] = rows
  if (!series) throw fail('certificate.seriesNotFound')
  if (series.last + count > maxSequence) throw fail('certificate.seriesFull')
  await db
    .update(certificateSeries)
    .set({ last: series.last + count })
    .where(eq(certificateSeries.id, id))
  return Array.from({ length: count }, (_, index) => {
    const sequence = series.last + 1 + index
    return { sequence, number: certificateNumber(series, sequence) }
  })
}

/** Locks a series before it is known how many numbers are needed. */
export const lockSeries = async (db: Database, id: CertificateSeriesId): Promise<void> => {
  await db.execute(sql`select from certificate_series where id = ${id} for update`)
}
