import { stagePhases } from '@lectern/contract/competition/competition-values.ts'
import type { TeamId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { sql } from '../../../platform/database/drizzle.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { noteReminder, remindersOf, type ReminderKind } from '../../enrolments/service.ts'
import type { NoticeOf } from '../../notices/service.ts'
import { viewTeams, type TeamView } from '../../teams/service.ts'
import { notifyTeamOfWork } from './notices.ts'
import { missingParts } from '../submission/part-rules.ts'
import { checkAsked, checkTimeToHandIn, dueOfWork } from '../policy.ts'
import { preparedFilesOf, worksOfTeams, type FoundFile, type FoundWork } from '../queries.ts'

const hour = 3_600_000

interface Kind {
  kind: ReminderKind
  within: number
  notice: NoticeOf<'work.'>
}

/** The nearer one first: a reminder of the last day replaces the one of three days. */
const undone: readonly Kind[] = [
  { kind: 'hours', within: 24 * hour, notice: 'dueInHours' },
  { kind: 'days', within: 72 * hour, notice: 'dueInDays' },
]

/** Later than for drafts: a submission exists already. */
const changed: readonly Kind[] = [
  { kind: 'changesHours', within: 3 * hour, notice: 'changesDueInHours' },
  { kind: 'changesDay', within: 24 * hour, notice: 'changesDueInDay' },
]

interface Subject {
  team: TeamView
  work: FoundWork | undefined
  files: readonly FoundFile[]
}

const kindsOf = ({ work }: Subject): readonly Kind[] => {
  if (!work || work.state === 'draft' || work.state === 'returned') return undone
  return work.state === 'submitted' && work.isChanged ? changed : []
}

/** The reminder that is due for a team, while it can still act. */
const nearOf = (subject: Subject, ctx: Ctx) => {
  const { team, work } = subject
  const due = dueOfWork(team, work)
  if (!due || !checkAsked(team).permitted || !checkTimeToHandIn(team, work, ctx).permitted) return undefined
  const near = kindsOf(subject).find(({ within }) => due.getTime() - ctx.now.getTime() <= within)
  return near && { ...near, teamId: team.id, phaseKind: stagePhases.work, closesAt: due }
}

const batch = 200

/** Teams with an approved enrolment and without a standing submission, or with unsubmitted changes; in batches. */
const teamsToRemind = async (db: Database, after: TeamId | undefined): Promise<TeamId[]> => {
  const { rows } = await db.execute<{ id: TeamId }>(sql`
    select team.id from team
    join enrolment on enrolment.team_id = team.id and enrolment.state = 'approved'
    join activity on activity.id = team.activity_id
    join edition on edition.id = activity.edition_id and edition.current
    left join work on work.enrolment_id = enrolment.id
    where team.disbanded_at is null
      and jsonb_array_length(activity.work_rules -> 'parts') > 0
      and (work.id is null or work.state in ('draft', 'returned') or (work.state = 'submitted' and work.is_changed))
      and (${after ?? null}::uuid is null or team.id > ${after ?? null}::uuid)
    order by team.id limit ${batch}
  `)
  return rows.map(({ id }) => id)
}

const subjectsOf = async (ctx: Ctx, ids: readonly TeamId[]): Promise<Subject[]> => {
  const teams = await viewTeams(ctx, ids)
  const works = await worksOfTeams(ctx.db, ids)
  const files = await preparedFilesOf(
    ctx.db,
    works.map(({ id }) => id),
  )
  return teams.map((team) => {
    const work = works.find(({ teamId }) => teamId === team.id)
    return { team, work, files: files.filter(({ workId }) => workId === work?.id) }
  })
}

/** Reads the team again: it may have submitted while others were reminded. */
const remind = (outer: Ctx, id: TeamId): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const [subject] = await subjectsOf(ctx, [id])
    const near = subject && nearOf(subject, ctx)
    if (!near) return
    const { teamId, phaseKind, kind, closesAt, notice } = near
    if (!(await noteReminder(ctx, { teamId, phaseKind, kind, closesAt }))) return
    const { team, work, files } = subject
    const missing = work
      ? missingParts(team.activity.workRules, work, files)
      : team.activity.workRules.parts.filter(({ required }) => required)
    await notifyTeamOfWork(ctx, team, notice, {
      id: work?.id,
      until: closesAt,
      values: { missing: { list: missing.map(({ label }) => label) }, count: missing.length },
    })
  })

type Noted = Awaited<ReturnType<typeof remindersOf>>[number]

const keyOf = ({ teamId, phaseKind, kind, closesAt }: Noted): string =>
  `${teamId} ${phaseKind} ${kind} ${closesAt.getTime()}`

/** A job: reminds teams of missing parts three days and one day before the end, and of unsubmitted changes one day and three hours before. */
export const remindOfWorks = async (ctx: Ctx): Promise<void> => {
  let after: TeamId | undefined
  do {
    const ids = await teamsToRemind(ctx.db, after)
    const noted = new Set((await remindersOf(ctx.db, ids)).map(keyOf))
    for (const subject of await subjectsOf(ctx, ids)) {
      const near = nearOf(subject, ctx)
      if (near && !noted.has(keyOf(near))) await remind(ctx, subject.team.id)
    }
    after = ids.length < batch ? undefined : ids.at(-1)
  } while (after)
}
