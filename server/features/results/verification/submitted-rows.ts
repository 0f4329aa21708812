import type { AccountId, ResultListId, WorkId } from '@lectern/contract/ids.ts'
import { licenceDeclaration } from '@lectern/contract/results/result-values.ts'
import type { TeamRole } from '@lectern/contract/teams/team-values.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { sql } from '../../../platform/database/drizzle.ts'
import type { resultRow } from '../tables.ts'

/** What the signed submission of a work says, and what was found to be wrong in it. */
interface Submitted extends Record<string, unknown> {
  work: WorkId
  /** Of the last round that the list is made of; null: it was in none of them. */
  judged: number | null
  title: string
  team: string
  names: { account: AccountId | null; name: string; role: TeamRole; isErased: boolean }[]
  isLicensed: boolean
  parts: string[]
  corrections: { title?: string; names?: { account: AccountId; name: string }[] }[]
}

const submittedWorks = async (db: Database, id: ResultListId, rounds: readonly string[]): Promise<Submitted[]> => {
  const { rows } = await db.execute<Submitted>(sql`
    select
      result_row.work_id as work,
      (
        select entry.submission from entry join round on round.id = entry.round_id
        where entry.work_id = result_row.work_id and round.code = any (${sql.param([...rounds])}::text[])
        order by array_position(${sql.param([...rounds])}::text[], round.code) desc limit 1
      ) as judged,
      signed.manifest ->> 'title' as title,
      signed.manifest ->> 'team' as team,
      (
        select coalesce(jsonb_agg(
          person || jsonb_build_object('isErased', coalesce(account.status = 'deleted', true)) order by position
        ), '[]')
        from jsonb_array_elements(signed.manifest -> 'names') with ordinality as listed (person, position)
        left join account on account.id = (person ->> 'account')::uuid
      ) as names,
      signed.manifest -> 'declarations' @> ${JSON.stringify([{ id: licenceDeclaration }])}::jsonb as "isLicensed",
      array(
        select part ->> 'id' from jsonb_array_elements(signed.manifest -> 'parts') as part
        where part ->> 'text' is not null or jsonb_array_length(part -> 'files') > 0
      ) as parts,
      (
        -- Also those that were undone since: they stood when the list was computed.
        select coalesce(jsonb_agg(data), '[]') from result_decision
        where kind = 'correction' and data ->> 'work' = result_row.work_id::text
      ) as corrections
    from result_row
    join submission on submission.work_id = result_row.work_id and submission.number = result_row.submission
    cross join lateral (select submission.manifest::jsonb as manifest) as signed
    where result_row.list_id = ${id}
  `)
  return rows
}

type Shown = Pick<
  typeof resultRow.$inferSelect,
  'workId' | 'submission' | 'title' | 'team' | 'people' | 'isLicensed' | 'parts' | 'salt' | 'digest'
>

/** Whether the people of a row are those of the submission, as they are called there or in a correction, or erased with their accounts. */
const isTheirs = ({ people }: Shown, { names, corrections }: Submitted): boolean =>
  people.length === names.length &&
  people.every(({ account, name, role }, at) => {
    const submitted = names[at]!
    if (role !== submitted.role) return false
    if (account === null) return name === '' && submitted.isErased
    const spellings = corrections.flatMap((one) => one.names ?? []).filter((one) => one.account === account)
    return account === submitted.account && [submitted, ...spellings].some((one) => one.name === name)
  })

const isAsSubmitted = (row: Shown, submitted: Submitted): boolean =>
  (submitted.judged === null || row.submission === submitted.judged) &&
  [submitted, ...submitted.corrections].some(({ title }) => title === row.title) &&
  row.team === submitted.team &&
  row.isLicensed === submitted.isLicensed &&
  JSON.stringify(row.parts) === JSON.stringify(submitted.parts) &&
  isTheirs(row, submitted) &&
  // Only erasing somebody takes the salt away.
  (row.digest === null || row.salt !== null || row.people.some(({ account }) => account === null))

/**
 * Whether each work is shown as in the signed submission that was judged: its people and their accounts, title, team, parts, and the
 * permission to publish it.
 */
export const areAsSubmitted = async (
  db: Database,
  id: ResultListId,
  rounds: readonly string[],
  rows: readonly Shown[],
): Promise<boolean> => {
  const works = new Map((await submittedWorks(db, id, rounds)).map((one) => [one.work, one]))
  return rows.every((row) => {
    const submitted = works.get(row.workId)
    return submitted !== undefined && isAsSubmitted(row, submitted)
  })
}
