import type { AccountId, FileId, WorkId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, desc, eq, inArray, isNotNull, sql } from '../../platform/database/drizzle.ts'
import type { DataFormat, PersonalData } from '../../platform/feature.ts'
import { activity } from '../competition/tables.ts'
import { enrolment } from '../enrolments/tables.ts'
import { removeFiles } from '../files/service.ts'
import { team, teamMember } from '../teams/tables.ts'
import { refreshWorkMarks } from './submission/marks.ts'
import { everyFileOf, submissionsOf } from './queries.ts'
import { leak, work, workEvent } from './tables.ts'

const teamsOf = (db: Database, id: AccountId) =>
  db.select({ id: teamMember.teamId }).from(teamMember).where(eq(teamMember.accountId, id))

const collectWorks = async (db: Database, id: AccountId, { inLanguage, addressOf }: DataFormat) => {
  const rows = await db
    .select({
      id: work.id,
      number: enrolment.number,
      team: team.name,
      activity: activity.name,
      rules: activity.workRules,
      state: work.state,
      title: work.title,
      summary: work.summary,
      values: work.values,
      names: work.names,
      submittedAt: work.submittedAt,
      decidedAt: work.decidedAt,
      reason: work.reason,
      createdAt: work.createdAt,
      updatedAt: work.updatedAt,
    })
    .from(work)
    .innerJoin(enrolment, eq(enrolment.id, work.enrolmentId))
    .innerJoin(team, eq(team.id, work.teamId))
    .innerJoin(activity, eq(activity.id, work.activityId))
    .where(inArray(work.teamId, teamsOf(db, id)))
    .orderBy(desc(work.createdAt), desc(work.id))
  const works = []
  for (const { id: workId, activity: name, rules, values, ...rest } of rows) {
    const labelOf = (part: string): string => {
      const rule = rules.parts.find((one) => one.id === part)
      return rule ? inLanguage(rule.label) : part
    }
    const submissions = await submissionsOf(db, workId)
    const files = await everyFileOf(db, workId)
    works.push({
      ...rest,
      activity: inLanguage(name),
      texts: Object.entries(values).map(([part, text]) => ({ part: labelOf(part), text })),
      files: files.map((file) => ({
        part: labelOf(file.part),
        name: file.name,
        size: file.size,
        address: addressOf(file.id),
        uploadedAt: file.createdAt,
      })),
      submissions: submissions.map(({ number, submittedAt, hash }) => ({
        number,
        submittedAt,
        hash: hash.toString('hex'),
      })),
    })
  }
  return works
}

/**
 * Files of this person's teams that no submission names: those that were taken out and that this person had uploaded;
 * and all of them when nobody else in the team has an account any more.
 */
const removeUnsubmitted = async (ctx: Ctx, id: AccountId): Promise<void> => {
  const { rows } = await ctx.db.execute<{ id: FileId; work: WorkId }>(sql`
    update work_file set position = null
    from file, work
    where file.id = work_file.id and work.id = work_file.work_id
      and exists (select from team_member where team_member.team_id = work.team_id and team_member.account_id = ${id})
      and not exists (select from submission_file where submission_file.file_id = work_file.id)
      and (file.owner_id = ${id} and work_file.position is null or not exists (
        select from team_member join account on account.id = team_member.account_id
        where team_member.team_id = work.team_id and account.id <> ${id} and account.status <> 'deleted'
      ))
    returning work_file.id, work.id as work
  `)
  await removeFiles(
    ctx.db,
    rows.map((row) => row.id),
  )
  for (const workId of new Set(rows.map((row) => row.work))) await refreshWorkMarks(ctx, workId)
}

/**
 * What was submitted stays as the record of the contest, names for certificates included: it is signed, and others in
 * the team rely on it. What was only prepared, and hints about this person, are removed.
 */
export const worksData: PersonalData = {
  collect: async ({ db }, { id }, format) => ({ works: await collectWorks(db, id, format) }),
  erase: async (ctx, { id, realName, contacts }) => {
    const { db } = ctx
    await removeUnsubmitted(ctx, id)
    await db.execute(sql`
      update work set names = null
      where submission is null and names @> ${JSON.stringify([{ uid: id }])}::jsonb
    `)
    const ownTexts = [realName, ...contacts].filter((value) => value !== null)
    if (ownTexts.length > 0)
      await db.delete(leak).where(
        and(
          inArray(leak.value, ownTexts),
          inArray(
            leak.workId,
            db
              .select({ id: work.id })
              .from(work)
              .where(inArray(work.teamId, teamsOf(db, id))),
          ),
        ),
      )
    // The reason for a withdrawal is the user's own text.
    await db
      .update(workEvent)
      .set({ reason: null })
      .where(and(eq(workEvent.accountId, id), eq(workEvent.kind, 'withdrawal'), isNotNull(workEvent.reason)))
  },
}
