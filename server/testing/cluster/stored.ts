import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { ActivityId, CertificateIssueId, EnrolmentId, FileId, WorkId } from '@lectern/contract/ids.ts'
import type pg from 'pg'
import type { Storage } from '../../platform/storage/storage.ts'

/** What is in the database, in the form in which the load remembers what it was told. */

const ask = async <Row extends object>(pool: pg.Pool, statement: string, ...values: unknown[]): Promise<Row[]> =>
  (await pool.query<Row>(statement, values)).rows

interface StoredEnrolment {
  id: EnrolmentId
  number: string
  idea: string
  /** Events, audit entries, notices and letters of its submission. */
  traces: number[]
}

export const storedEnrolments = (pool: pg.Pool, activityId: ActivityId): Promise<StoredEnrolment[]> =>
  ask(
    pool,
    `select id, number, answers ->> 'idea' as idea, array[
       (select count(*) from enrolment_event where enrolment_id = enrolment.id and kind = 'submission'),
       (select count(*) from audit where subject_id = enrolment.id::text and action = 'enrolment.submitted'),
       (select count(*) from notice where link like '%' || enrolment.id::text and created_at = submitted_at),
       (select count(*) from outbox where content ->> 'link' like '%' || enrolment.id::text and created_at = submitted_at)
     ]::integer[] as traces
     from enrolment where activity_id = $1 order by sequence`,
    activityId,
  )

interface StoredWork {
  id: WorkId
  title: string
  sha256: string
  /** Submissions, audit entries of these, and files that were inspected. */
  traces: number[]
}

const hashOf = async (content: Readable | undefined): Promise<string> => {
  const hash = createHash('sha256')
  for await (const piece of content ?? []) hash.update(piece as Buffer)
  return hash.digest('hex')
}

/** With the sums of the files as they are in the bucket. */
export const storedWorks = async (pool: pg.Pool, storage: Storage, activityId: ActivityId): Promise<StoredWork[]> => {
  const rows = await ask<Omit<StoredWork, 'sha256'> & { file: FileId }>(
    pool,
    `select work.id, title, file_id as file, array[
       (select count(*) from submission where work_id = work.id),
       (select count(*) from audit where subject_id = work.id::text and action = 'work.submitted'),
       (select count(*) from work_file where work_id = work.id and checked_at is not null)
     ]::integer[] as traces
     from work left join submission_file on work_id = work.id where activity_id = $1 order by work.id`,
    activityId,
  )
  return Promise.all(
    rows.map(async ({ file, ...row }) => ({ ...row, sha256: await hashOf(await storage.read(`work/${file}`)) })),
  )
}

export const storedSheets = async (pool: pg.Pool): Promise<Map<string, { version: number; design: number }>> => {
  const rows = await ask<{ username: string; version: number; design: number }>(
    pool,
    `select username, sheet.version, (scores ->> 'design')::integer as design from sheet
     join assignment on assignment.id = assignment_id join reviewer on reviewer.id = reviewer_id join account on account.id = account_id`,
  )
  return new Map(rows.map(({ username, ...row }) => [username, row]))
}

/** The sessions of people with a password, but for the one with which they were created. */
export const storedSessions = async (pool: pg.Pool): Promise<Map<string, string>> => {
  const rows = await ask<{ username: string; hash: string }>(
    pool,
    `select username, string_agg(encode(token_hash, 'hex'), ' ') as hash
     from session join account on account.id = account_id join credential using (account_id)
     where user_agent <> 'test' group by username`,
  )
  return new Map(rows.map(({ username, hash }) => [username, hash]))
}

interface StoredIssue {
  id: CertificateIssueId
  names: string[]
  sequences: number[]
  /** Different PDFs, and audit entries of the issue. */
  traces: number[]
}

export const storedIssues = (pool: pg.Pool): Promise<StoredIssue[]> =>
  ask(
    pool,
    `select issue_id as id,
       array_agg(content -> 'values' ->> 'name' order by sequence) as names,
       array_agg(sequence order by sequence) as sequences,
       array[count(distinct file_id), (
         select count(*) from audit where action = 'certificates.issued' and subject_id = issue_id::text
       )]::integer[] as traces
     from certificate group by issue_id order by issue_id`,
  )

/** Tasks by state; anything but those that are done is left or has failed. */
export const storedTasks = async (pool: pg.Pool): Promise<Record<string, number>> => {
  const rows = await ask<{ state: string; count: number }>(
    pool,
    `select state, count(*)::integer as count from task group by state`,
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}
