import { notifyDelayMilliseconds } from '@lectern/contract/enrolments/enrolment-values.ts'
import { endpoint } from '@lectern/contract/endpoint.ts'
import {
  accountId,
  activityId,
  editionId,
  resultListId,
  taskId,
  workId,
  type AccountId,
  type EditionId,
  type TaskId,
} from '@lectern/contract/ids.ts'
import { locales } from '@lectern/contract/locales.ts'
import { z } from 'zod'
import { insertAccount } from '../features/accounts/queries.ts'
import { contestCase } from '../features/cases/tables.ts'
import { edition, phase } from '../features/competition/tables.ts'
import { consentsToGive, giveConsents } from '../features/documents/service.ts'
import { offerSeats } from '../features/enrolments/waiting/offers.ts'
import { notifyDecisions } from '../features/enrolments/office/decision-notices.ts'
import { entry, round } from '../features/rounds/tables.ts'
import { resultList } from '../features/results/tables.ts'
import { hashPassword, setPassword } from '../features/sign-in/passwords/passwords.ts'
import { startSession } from '../features/sign-in/sessions/sessions.ts'
import { changeTask } from '../features/tasks/queries.ts'
import { addJob } from '../features/tasks/queue/queue.ts'
import { task } from '../features/tasks/tables.ts'
import { teamMember } from '../features/teams/tables.ts'
import { blindCopyVersion } from '../features/works/blind/copy-version.ts'
import { work, workFile, type BlindCopy } from '../features/works/tables.ts'
import { and, eq, gt, isNotNull, isNull, sql } from '../platform/database/drizzle.ts'
import type { Http } from '../platform/http/serve.ts'
import { newId } from '../platform/ids.ts'
import { everyone } from '../platform/policy.ts'
import { randomLetters } from '../platform/random-letters.ts'
import { inTransaction } from '../platform/transaction.ts'
import { storeDisplayedList } from './cases.ts'
import { createActivity, createPhase } from './contest.ts'
import type { TestPerson } from './people.ts'
import { storeAcceptedWork } from './accepted-works.ts'
import { institutionShortcuts } from './institution-shortcuts.ts'
import { storeAssignment, storeReviewer } from './rounds.ts'
import type { TestSite } from './site.ts'
import { createWorkActivity, publicRules } from './works.ts'

// Shortcuts for sites under test, so that a journey covers only its own subject.

const newTeacher = endpoint({
  method: 'POST',
  path: '/api/journeys/teachers',
  summary: 'Somebody who has signed up; signed in where he was made',
  body: z.strictObject({
    username: z.string(),
    password: z.string(),
    email: z.string(),
    locale: z.enum(locales),
    access: z.enum(['user', 'expert', 'admin']).default('user'),
    /** The profile fields that an enrolment requires; null: still empty. */
    about: z
      .record(z.enum(['realName', 'school', 'department', 'title', 'province', 'city', 'phone']), z.string())
      .nullable(),
  }),
  answer: z.object({ uid: z.string() }),
})

const word = endpoint({
  method: 'POST',
  path: '/api/journeys/word',
  summary: 'Tells what has been decided, as if its minute had passed',
  answer: z.object({ told: z.literal(true) }),
})

const offers = endpoint({
  method: 'POST',
  path: '/api/journeys/offers',
  summary: 'Offers free places to teams on waiting lists, without waiting for the job',
  answer: z.object({ offered: z.literal(true) }),
})

const newTask = endpoint({
  method: 'POST',
  path: '/api/journeys/tasks',
  summary: 'A background task in the middle of its life, which nobody runs',
  body: z.strictObject({ subject: z.string(), state: z.enum(['running', 'failed']) }),
  answer: z.object({ id: taskId }),
})

const taskProgress = endpoint({
  method: 'PUT',
  path: '/api/journeys/tasks/:id',
  summary: 'How far such a task has come',
  params: z.strictObject({ id: taskId }),
  body: z.strictObject({ done: z.int(), total: z.int() }),
  answer: z.object({ id: taskId }),
})

const newDisplay = endpoint({
  method: 'POST',
  path: '/api/journeys/lists',
  summary: 'A result list on display for two days, or announced, with one work of this captain',
  body: z.strictObject({
    captain: accountId,
    activity: z.string(),
    title: z.string(),
    /** The list is announced, and names the captain like this. */
    awarded: z.string().optional(),
  }),
  answer: z.object({ id: resultListId }),
})

const newContest = endpoint({
  method: 'POST',
  path: '/api/journeys/contests',
  summary: 'An activity of this year with accepted works, of which visitors may see everything',
  body: z.strictObject({ name: z.string(), works: z.array(z.strictObject({ captain: accountId, title: z.string() })) }),
  answer: z.object({ id: activityId, edition: editionId }),
})

const newWorks = endpoint({
  method: 'POST',
  path: '/api/journeys/works',
  summary: 'Accepted works of an activity',
  body: z.strictObject({
    activity: activityId,
    works: z.array(z.strictObject({ captain: accountId, title: z.string(), realName: z.string() })),
  }),
  answer: z.object({ stored: z.int() }),
})

const passedDays = endpoint({
  method: 'POST',
  path: '/api/journeys/days',
  summary: 'Phases and rounds of the current edition lie as if so many days had passed',
  body: z.strictObject({ days: z.int() }),
  answer: z.object({ passed: z.literal(true) }),
})

const undoneSettlement = endpoint({
  method: 'POST',
  path: '/api/journeys/undone-settlements',
  summary: 'The settled round of an activity is to be settled again, as after a ruling',
  body: z.strictObject({ activity: activityId }),
  answer: z.object({ round: z.string() }),
})

const newAssignment = endpoint({
  method: 'POST',
  path: '/api/journeys/assignments',
  summary: 'A work of an open round for one more expert, by the code that experts know',
  body: z.strictObject({ expert: accountId }),
  answer: z.object({ code: z.string() }),
})

const copyAge = endpoint({
  method: 'PUT',
  path: '/api/journeys/copies/:code',
  summary: 'Copies of a work are those of an earlier version, and nobody makes them again; or they are up to date',
  params: z.strictObject({ code: z.string() }),
  body: z.strictObject({ isCurrent: z.boolean() }),
  answer: z.object({ isCurrent: z.boolean() }),
})

const captainSession = endpoint({
  method: 'POST',
  path: '/api/journeys/captains',
  summary: 'Signs in the captain of a work; people of the demo have no passwords',
  body: z.strictObject({ work: workId }),
  answer: z.object({ uid: z.string() }),
})

const resultTime = endpoint({
  method: 'POST',
  path: '/api/journeys/results/:id',
  summary: 'What the results of an activity wait for has come: the end of publicity and appeals, or the announcement',
  params: z.strictObject({ id: activityId }),
  answer: z.object({ passed: z.literal(true) }),
})

const hourMilliseconds = 3_600_000
const dayMilliseconds = 24 * hourMilliseconds

/** Hashing is slow by design: once for each password. */
const hashes = new Map<string, Promise<string>>()

const hashOf = (password: string): Promise<string> => {
  const hash = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, hash)
  return hash
}

const currentEdition = async ({ db }: TestSite): Promise<EditionId> => {
  const [current] = await db.select({ id: edition.id }).from(edition).where(eq(edition.current, true))
  return current!.id
}

/** An activity with this name, and a code of its own. */
const named = (name: string) => ({ name: { 'zh-CN': name, 'en-US': name }, code: randomLetters(6).toUpperCase() })

export const shortcuts = ({ serve }: Http): void => {
  institutionShortcuts({ serve })
  serve(newTeacher, { policy: everyone }, async ({ ctx: outer, body, visit }) => {
    const { username, password, email, locale, access, about } = body
    const hash = await hashOf(password)
    const { uid, session } = await inTransaction(outer, async (ctx) => {
      const id = newId<AccountId>(ctx.now)
      const standing = { access, status: 'active', createdAt: ctx.now, updatedAt: ctx.now } as const
      await insertAccount(ctx.db, { id, username, email, locale, ...standing, ...about })
      await setPassword(ctx, id, hash)
      await giveConsents(ctx, id, await consentsToGive(ctx))
      return { uid: id, session: await startSession(ctx, id, { remember: false }) }
    })
    visit.set(session.token, session.maxAgeSeconds)
    return { uid }
  })

  serve(word, { policy: everyone }, async ({ ctx }) => {
    await notifyDecisions({ ...ctx, now: new Date(ctx.now.getTime() + notifyDelayMilliseconds) })
    return { told: true as const }
  })

  serve(newTask, { policy: everyone }, async ({ ctx: outer, body: { subject, state } }) =>
    inTransaction(outer, async ({ db, now }) => {
      const id = newId<TaskId>(now)
      const ended = state === 'failed' && { finishedAt: now, error: 'The archive could not be written.', attempts: 5 }
      await db.insert(task).values({
        id,
        kind: 'bundle',
        state,
        input: {},
        subject,
        createdAt: now,
        startedAt: now,
        attempts: 1,
        ...ended,
      })
      if (state === 'running') await addJob({ db, now }, { id, kind: 'bundle' }, hourMilliseconds)
      return { id }
    }),
  )

  serve(taskProgress, { policy: everyone }, async ({ ctx, params: { id }, body }) => {
    await changeTask(ctx.db, id, body)
    return { id }
  })

  serve(newDisplay, { policy: everyone }, async ({ ctx: { db, now }, body }) => {
    const { captain, activity: name, title, awarded } = body
    const inDays = (days: number): Date => new Date(now.getTime() + days * dayMilliseconds)
    const times = { createdAt: now, updatedAt: now }
    // Of site and captain nothing else is used.
    const site = { db } as TestSite
    const person = { id: captain } as TestPerson
    const newActivity = await createActivity(site, await currentEdition(site), { ...named(name), ...times })
    const made = await storeAcceptedWork(site, newActivity, { captain: person, title })
    const people = awarded === undefined ? [] : [{ account: captain, name: awarded, role: 'captain' as const }]
    const announced = { state: 'announced' as const, publicityUntil: now, finalisedAt: now, announcedAt: now }
    const id = await storeDisplayedList(site, newActivity, [{ ...made, title, people }], {
      computedAt: inDays(-2),
      proposedAt: inDays(-2),
      confirmedAt: inDays(-2),
      publicisedAt: inDays(-1),
      publicityUntil: inDays(2),
      ...(awarded !== undefined && announced),
    })
    return { id }
  })

  serve(newContest, { policy: everyone }, async ({ ctx: { db, now }, body: { name, works } }) => {
    const site = { db } as TestSite
    const current = await currentEdition(site)
    const id = await createWorkActivity(site, current, {
      ...named(name),
      createdAt: now,
      updatedAt: now,
      rules: publicRules,
    })
    // Its works are judged now, while those of other activities are still handed in.
    const inDays = (days: number): Date => new Date(now.getTime() + days * dayMilliseconds)
    await createPhase(site, current, {
      kind: 'review',
      activityId: id,
      opensAt: inDays(-2),
      closesAt: inDays(30),
      createdAt: now,
      updatedAt: now,
    })
    for (const { captain, title } of works)
      await storeAcceptedWork(site, id, { captain: { id: captain } as TestPerson, title, isLicensed: true })
    return { id, edition: current }
  })

  serve(newWorks, { policy: everyone }, async ({ ctx: { db }, body: { activity, works } }) => {
    for (const { captain, title, realName } of works)
      await storeAcceptedWork({ db } as TestSite, activity, { captain: { id: captain } as TestPerson, title, realName })
    return { stored: works.length }
  })

  serve(passedDays, { policy: everyone }, async ({ ctx: { db }, body: { days } }) => {
    const current = await currentEdition({ db } as TestSite)
    const earlier = sql`- make_interval(days => ${days})`
    for (const table of [phase, round])
      await db
        .update(table)
        .set({ opensAt: sql`${table.opensAt} ${earlier}`, closesAt: sql`${table.closesAt} ${earlier}` })
        .where(eq(table.editionId, current))
    return { passed: true as const }
  })

  serve(undoneSettlement, { policy: everyone }, async ({ ctx: { db }, body: { activity } }) => {
    const isOfActivity = sql`${round.id} in (select round_id from round_activity where activity_id = ${activity})`
    const undone = db.update(round).set({ state: 'closed', settledAt: null }).where(isOfActivity)
    const [row] = await undone.returning({ id: round.id })
    return { round: row!.id }
  })

  serve(newAssignment, { policy: everyone }, async ({ ctx: { db, now }, body: { expert } }) => {
    const site = { db } as TestSite
    const [judged] = await db
      .select({ id: entry.id, code: entry.code, roundId: entry.roundId, panelId: entry.panelId })
      .from(entry)
      .innerJoin(round, and(eq(round.id, entry.roundId), eq(round.state, 'open')))
      .where(isNull(entry.removedAt))
    const { id, code, roundId, panelId } = judged!
    const times = { invitedAt: now, answeredAt: now, pledgedAt: now, practisedAt: now }
    const reviewerId = await storeReviewer(site, roundId, expert, { panelId, ...times })
    await storeAssignment(site, roundId, id, reviewerId, { assignedAt: now })
    return { code }
  })

  serve(copyAge, { policy: everyone }, async ({ ctx: outer, params: { code }, body: { isCurrent } }) =>
    inTransaction(outer, async ({ db, now }) => {
      const [judged] = await db.select({ workId: entry.workId }).from(entry).where(eq(entry.code, code))
      const { workId: id } = judged!
      const files = await db
        .select({ id: workFile.id, blind: workFile.blind })
        .from(workFile)
        .where(eq(workFile.workId, id))
      const version = isCurrent ? blindCopyVersion : blindCopyVersion - 1
      for (const { id: file, blind } of files)
        await db
          .update(workFile)
          .set({ blind: { ...blind!, version } as BlindCopy })
          .where(eq(workFile.id, file))
      await db.delete(task).where(eq(task.subject, code))
      // What has failed is left to organisers.
      const failed = {
        state: 'failed',
        subject: code,
        createdAt: now,
        finishedAt: now,
        error: 'Kept for a journey',
      } as const
      const renewals = [
        { kind: 'renewCopies', input: { work: id, version: blindCopyVersion } } as const,
        ...files.map(({ id: file }) => ({ kind: 'inspect', input: { file } }) as const),
      ]
      if (!isCurrent)
        await db.insert(task).values(renewals.map((renewal) => ({ id: newId<TaskId>(now), ...renewal, ...failed })))
      return { isCurrent }
    }),
  )

  serve(captainSession, { policy: everyone }, async ({ ctx: outer, body, visit }) => {
    const { uid, session } = await inTransaction(outer, async (ctx) => {
      const [captain] = await ctx.db
        .select({ id: teamMember.accountId })
        .from(work)
        .innerJoin(teamMember, and(eq(teamMember.teamId, work.teamId), eq(teamMember.role, 'captain')))
        .where(eq(work.id, body.work))
      return { uid: captain!.id, session: await startSession(ctx, captain!.id, { remember: false }) }
    })
    visit.set(session.token, session.maxAgeSeconds)
    return { uid }
  })

  serve(resultTime, { policy: everyone }, async ({ ctx: { db, now }, params: { id } }) => {
    const ofActivity = eq(resultList.activityId, id)
    await db.update(phase).set({ graceMinutes: 0 }).where(eq(phase.kind, 'publicity'))
    await db
      .update(resultList)
      .set({ publicityUntil: now })
      .where(and(ofActivity, gt(resultList.publicityUntil, now)))
    await db
      .update(resultList)
      .set({ announcedAt: now })
      .where(and(ofActivity, gt(resultList.announcedAt, now)))
    await db
      .update(contestCase)
      .set({ appealUntil: now })
      .where(and(eq(contestCase.activityId, id), isNotNull(contestCase.appealUntil)))
    return { passed: true as const }
  })

  serve(offers, { policy: everyone }, async ({ ctx }) => {
    await offerSeats(ctx)
    return { offered: true as const }
  })
}
