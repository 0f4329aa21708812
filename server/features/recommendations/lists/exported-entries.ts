import type { EnrolmentId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { RowVerdict } from '@lectern/contract/recommendations/recommendation-values.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { sql, type SQL } from '../../../platform/database/drizzle.ts'
import { enrolment } from '../../enrolments/tables.ts'
import { institution } from '../../institutions/tables.ts'
import { team } from '../../teams/tables.ts'
import { work } from '../../works/tables.ts'
import { recommendationRules } from '../tables.ts'
import { rankBelow, whereEntryOf, type FoundList } from './list-queries.ts'

export interface ExportedEntry extends Record<string, unknown> {
  id: EnrolmentId
  rank: number | null
  number: string | null
  title: string | null
  team: string
  captain: string | null
  school: LocalizedText | null
  rankBelow: number | null
  submittedAt: Date | null
  missingParts: number | null
  remark: string | null
  verdict: RowVerdict | null
  reason: string | null
}

const batch = 500

const batchAfter = async (
  db: Database,
  found: Pick<FoundList, 'rules' | 'institution' | 'list'>,
  where: SQL,
): Promise<ExportedEntry[]> => {
  const { rows } = await db.execute<ExportedEntry>(sql`
    select ${enrolment.id} as id, listed.rank, ${enrolment.number} as number, ${work.title} as title, ${team.name} as team,
      (
        select coalesce(captain.real_name, captain.nickname, captain.username) from team_member as member
        join account as captain on captain.id = member.account_id and captain.status <> 'deleted'
        where member.team_id = ${team.id} and member.role = 'captain'
      ) as captain,
      ${institution.name} as school, ${rankBelow} as "rankBelow",
      case ${recommendationRules.thing} when 'work' then ${work.submittedAt} else ${enrolment.submittedAt} end as "submittedAt",
      ${work.missingParts} as "missingParts", listed.remark, listed.verdict, listed.verdict_reason as reason
    from ${enrolment}
    join ${team} on ${team.id} = ${enrolment.teamId}
    join ${recommendationRules} on ${recommendationRules.activityId} = ${enrolment.activityId}
    left join ${work} on ${work.enrolmentId} = ${enrolment.id}
    left join ${institution} on ${institution.id} = ${team.institutionId}
    left join recommendation_row as listed
      on listed.enrolment_id = ${enrolment.id} and listed.list_id = ${found.list?.id ?? null}
    where ${enrolment.activityId} = ${found.rules.activityId} and ${where}
    limit ${batch}
  `)
  return rows.map((row) => ({ ...row, submittedAt: row.submittedAt && new Date(row.submittedAt) }))
}

/** The rows of a list by rank, or all entries of the institution. */
export const entriesOfInstitution = async function* (
  db: Database,
  found: Pick<FoundList, 'rules' | 'institution' | 'list'>,
  what: 'list' | 'entries',
): AsyncGenerator<ExportedEntry> {
  let last: ExportedEntry | undefined
  for (;;) {
    const where: SQL =
      what === 'list'
        ? sql`listed.rank > ${last?.rank ?? 0} order by listed.rank`
        : sql`${team.disbandedAt} is null and ${whereEntryOf(found)}
            ${last ? sql`and ${enrolment.id} > ${last.id}` : sql``} order by ${enrolment.id}`
    const rows = await batchAfter(db, found, where)
    yield* rows
    if (rows.length < batch) return
    last = rows.at(-1)
  }
}
