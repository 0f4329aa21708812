import type { CertificateIssueId } from '@lectern/contract/ids.ts'
import type { IssueState } from '@lectern/contract/certificates/certificate-values.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { desc, eq, sql, type SQL } from '../../../platform/database/drizzle.ts'
import { activity, edition } from '../../competition/tables.ts'
import { round } from '../../rounds/tables.ts'
import { task } from '../../tasks/tables.ts'
import { certificateIssue, certificateSeries, certificateTemplate } from '../tables.ts'

/** Issuing lasts as long as its task: an issue whose task was cancelled or has failed can be started again. */
const state = sql<IssueState>`case
  when ${certificateIssue.state} <> 'issuing' or exists (
    select from ${task} where ${task.id} = ${certificateIssue.taskId} and ${task.state} in ('waiting', 'running')
  ) then ${certificateIssue.state}
  when exists (select from certificate where certificate.issue_id = ${certificateIssue.id}) then 'issued'
  else 'draft' end`

export const whereState = (issueState: IssueState | undefined): SQL | undefined =>
  issueState && sql`${state} = ${issueState}`

const columns = {
  id: certificateIssue.id,
  version: certificateIssue.version,
  kind: certificateIssue.kind,
  state,
  source: certificateIssue.source,
  /** What it is about. */
  title: sql<LocalizedText>`coalesce(${activity.name}, ${round.name}, ${edition.name})`,
  year: edition.year,
  sheetRows: sql<number | null>`jsonb_array_length(${certificateIssue.sheet})`,
  editionId: certificateIssue.editionId,
  activityId: certificateIssue.activityId,
  templateId: certificateIssue.templateId,
  templateName: certificateTemplate.name,
  seriesId: certificateIssue.seriesId,
  series: {
    prefix: certificateSeries.prefix,
    year: certificateSeries.year,
    code: certificateSeries.code,
    last: certificateSeries.last,
  },
  locale: certificateIssue.locale,
  dated: certificateIssue.dated,
  notify: certificateIssue.notify,
  revokedToo: certificateIssue.revokedToo,
  blocked: certificateIssue.blocked,
  taskId: certificateIssue.taskId,
  startedAt: certificateIssue.startedAt,
  finishedAt: certificateIssue.finishedAt,
  createdBy: certificateIssue.createdBy,
  createdAt: certificateIssue.createdAt,
  certificates: sql<number>`(select count(*)::integer from certificate where certificate.issue_id = ${certificateIssue.id})`,
  ready: sql<number>`(select count(*)::integer from certificate where certificate.issue_id = ${certificateIssue.id} and file_id is not null)`,
}

const issues = (db: Database) =>
  db
    .select(columns)
    .from(certificateIssue)
    .innerJoin(certificateTemplate, eq(certificateTemplate.id, certificateIssue.templateId))
    .innerJoin(certificateSeries, eq(certificateSeries.id, certificateIssue.seriesId))
    .innerJoin(edition, eq(edition.id, certificateIssue.editionId))
    .leftJoin(activity, eq(activity.id, certificateIssue.activityId))
    .leftJoin(round, sql`${round.id} = (${certificateIssue.source} ->> 'round')::uuid`)

export const findIssue = async (db: Database, id: CertificateIssueId) => {
  const [row] = await issues(db).where(eq(certificateIssue.id, id))
  return row
}
export type ListedIssue = NonNullable<Awaited<ReturnType<typeof findIssue>>>

export const issuePage = (
  db: Database,
  { state: issueState, page, pageSize }: { state?: IssueState | undefined; page: number; pageSize: number },
): Promise<ListedIssue[]> =>
  issues(db)
    .where(whereState(issueState))
    .orderBy(desc(certificateIssue.createdAt), desc(certificateIssue.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)

/** With its sheet. */
export const findWholeIssue = async (db: Database, id: CertificateIssueId) => {
  const [row] = await db.select().from(certificateIssue).where(eq(certificateIssue.id, id))
  return row
}
export type IssueRow = NonNullable<Awaited<ReturnType<typeof findWholeIssue>>>

export const lockIssue = async (db: Database, id: CertificateIssueId): Promise<void> => {
  await db.execute(sql`select from certificate_issue where id = ${id} for update`)
}

/** Requires a transaction that has locked the issue, or the task that issues it. */
export const moveIssue = async (
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  id: CertificateIssueId,
  to: IssueState,
  changes: Partial<Omit<IssueRow, 'state'>>,
): Promise<void> => {
  await db
    .update(certificateIssue)
    .set({ ...changes, state: to, updatedAt: now })
    .where(eq(certificateIssue.id, id))
}
