import type { ResultListId, TeamId, WorkId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { Ctx } from '../../../platform/context.ts'
import { and, asc, eq, isNotNull } from '../../../platform/database/drizzle.ts'
import { team } from '../../teams/tables.ts'
import { work } from '../../works/tables.ts'
import { resultList, resultRow, type ListedPerson } from '../tables.ts'

/** A prize of a work, with the names as they stand in the submission that was judged. */
export interface Award {
  workId: WorkId
  submission: number
  teamId: TeamId
  number: string
  title: string
  team: string
  group: string | null
  rank: number | null
  prize: string
  label: LocalizedText
  /** Erased people have no account and no name. */
  people: ListedPerson[]
  school: string | null
  province: string | null
}

/** The prizes of a list, in its order. Whether the list may be used is for the caller to ask. */
export const awardsOf = async ({ db }: Pick<Ctx, 'db'>, id: ResultListId): Promise<Award[]> => {
  const rows = await db
    .select({
      workId: resultRow.workId,
      submission: resultRow.submission,
      teamId: team.id,
      number: resultRow.number,
      title: resultRow.title,
      team: resultRow.team,
      group: resultRow.group,
      rank: resultRow.rank,
      prize: resultRow.prize,
      people: resultRow.people,
      school: resultRow.school,
      province: resultRow.province,
      rules: resultList.rules,
    })
    .from(resultRow)
    .innerJoin(resultList, eq(resultList.id, resultRow.listId))
    .innerJoin(work, eq(work.id, resultRow.workId))
    .innerJoin(team, eq(team.id, work.teamId))
    .where(and(eq(resultRow.listId, id), isNotNull(resultRow.awardPosition)))
    .orderBy(asc(resultRow.awardPosition))
  return rows.map(({ rules, prize, ...row }) => ({
    ...row,
    prize: prize!,
    label: rules.tiers.find((tier) => tier.id === prize)?.label ?? {},
  }))
}
