import type { EntryId, PanelId, ReviewerId, RoundId, TaskId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import { roundRules, type RoundRules } from '@lectern/contract/rounds/round-rules.ts'
import { activity, edition } from '../../features/competition/tables.ts'
import { requireInForce } from '../../features/documents/service.ts'
import {
  answerRoundInvitation,
  declineWork,
  finishPractice,
  flagWork,
  saveSheet,
  signPanel,
  signPledge,
  submitSheet,
} from '../../features/review/service.ts'
import { flag } from '../../features/review/tables.ts'
import {
  assignReviewer,
  collectWorks,
  createRound,
  inviteReviewers,
  planAtOnce,
  publishPlan,
  requireReviewer,
  requireRound,
  savePanels,
  saveReviewer,
  saveRound,
  stepRound,
} from '../../features/rounds/service.ts'
import { assignment, entry, reviewer } from '../../features/rounds/tables.ts'
import { resolveFlag, runSettle } from '../../features/scoring/service.ts'
import { team } from '../../features/teams/tables.ts'
import { work } from '../../features/works/tables.ts'
import type { SignedIn } from '../../platform/context.ts'
import { and, asc, eq } from '../../platform/database/drizzle.ts'
import { newId } from '../../platform/ids.ts'
import { closingTime, daysFrom, officeHour } from './dates.ts'
import { readJson } from './lists.ts'
import { demoExpert, type SeedPerson } from './people.ts'
import { readOldNotices } from './read-notices.ts'
import type { ListedRounds, ListedSheet, ListedWork } from './rounds/listed-rounds.ts'
import { actingAs, type Scene } from './scene.ts'

interface Stage {
  scene: Scene
  listed: ListedRounds
  rules: RoundRules
  /** A moment of that day. */
  at: (day: number, position?: number) => Date
  now: Date
}

const minute = 60_000
const later = (moment: Date, minutes: number): Date => new Date(moment.getTime() + minutes * minute)

const personOf = ({ people }: Scene, name: string): SeedPerson => people.find(({ username }) => username === name)!

const asOrganiser = ({ scene }: Stage, moment: Date): SignedIn => actingAs(scene, scene.organiser, moment)

const asExpert = ({ scene }: Stage, name: string, moment: Date): SignedIn =>
  actingAs(scene, personOf(scene, name), moment)

interface NewRound {
  name: LocalizedText
  code: string
  isCurrent: boolean
  rules: RoundRules
  window: [opens: number, closes: number]
  allowsDownload?: boolean
  copyOf?: RoundId
}

/** A round of one activity, with its rules and its times. */
const prepareRound = async (stage: Stage, moment: Date, input: NewRound): Promise<{ id: RoundId; code: string }> => {
  const { db } = stage.scene
  const [place] = await db
    .select({ edition: edition.id, activity: activity.id })
    .from(activity)
    .innerJoin(edition, eq(edition.id, activity.editionId))
    .where(and(eq(activity.code, input.code), eq(edition.current, input.isCurrent)))
  const ctx = asOrganiser(stage, moment)
  const shared = { name: input.name, activities: [place!.activity], previous: null }
  const { id, code, version } = await createRound(
    ctx,
    { ...shared, edition: place!.edition, criteria: 'none', ...(input.copyOf && { copyOf: input.copyOf }) },
    undefined,
  )
  const [opensAt, closesAt] = input.window.map((day) => closingTime(day, stage.now).toISOString())
  const window = { opensAt: opensAt!, closesAt: closesAt! }
  await saveRound(ctx, id, {
    ...shared,
    ...window,
    rules: input.rules,
    allowsDownload: input.allowsDownload ?? false,
    version,
  })
  return { id, code }
}

const reviewersOf = async ({ scene: { db, people } }: Stage, id: RoundId): Promise<Map<string, ReviewerId>> => {
  const rows = await db
    .select({ id: reviewer.id, accountId: reviewer.accountId })
    .from(reviewer)
    .where(eq(reviewer.roundId, id))
  return new Map(rows.map((row) => [people.find((person) => person.id === row.accountId)!.username, row.id] as const))
}

/** Invites experts and writes down what they know. */
const invite = async (stage: Stage, id: RoundId, names: readonly string[], moment: Date): Promise<void> => {
  const ctx = asOrganiser(stage, moment)
  const accounts = names.map((name) => personOf(stage.scene, name).id)
  await inviteReviewers(ctx, id, { accounts }, undefined)
  const reviewers = await reviewersOf(stage, id)
  for (const name of names) {
    const expert = await requireReviewer(ctx, id, reviewers.get(name)!)
    const { version, institution, maxWorks, panel, isChair } = expert
    const fields = stage.listed.fields[name]!
    await saveReviewer(ctx, id, expert.id, { version, institution, maxWorks, panel, isChair, fields })
  }
}

/** An expert accepts, signs the pledge and tries the made-up work. */
const accept = async (stage: Stage, code: string, name: string, moment: Date): Promise<void> => {
  const ctx = asExpert(stage, name, moment)
  const { version } = await requireInForce(ctx, 'pledge')
  await answerRoundInvitation(ctx, code, { accept: true })
  await signPledge({ ...ctx, now: later(moment, 3) }, code, version)
  await finishPractice({ ...ctx, now: later(moment, 12) }, code)
}

const formPanels = async (stage: Stage, id: RoundId, moment: Date): Promise<void> => {
  const ctx = asOrganiser(stage, moment)
  const { panels: listed } = stage.listed.former
  const panels = await savePanels(ctx, id, { panels: listed.map(({ name }) => ({ name })) })
  const reviewers = await reviewersOf(stage, id)
  for (const { name, members } of listed) {
    const panel: PanelId = panels.find((one) => one.name === name)!.id
    for (const [position, member] of members.entries()) {
      const expert = await requireReviewer(ctx, id, reviewers.get(member)!)
      const { version, institution, maxWorks, fields } = expert
      const place = { panel, isChair: position === 0 }
      await saveReviewer(ctx, id, expert.id, { version, institution, maxWorks, fields, ...place })
    }
  }
}

const publish = async (stage: Stage, id: RoundId, seed: string, moment: Date): Promise<void> => {
  const ctx = asOrganiser(stage, moment)
  await planAtOnce(ctx, id, seed)
  await publishPlan({ ...ctx, now: later(moment, 5) }, id, { seed, madeAt: moment.toISOString() })
}

const step = async (stage: Stage, id: RoundId, wanted: 'open' | 'close', moment: Date): Promise<void> => {
  const ctx = asOrganiser(stage, moment)
  const { version, leavesOut } = await requireRound(ctx, id)
  await stepRound(ctx, id, { step: wanted, version, ...(leavesOut && { acknowledged: leavesOut }) })
}

interface Assigned {
  entryId: EntryId
  /** By which the expert knows the work. */
  code: string
  team: string
  expert: string
  panelId: PanelId | null
}

/** Who judges what, each in their own order. */
const assignmentsOf = async ({ scene: { db, people } }: Stage, id: RoundId): Promise<Assigned[]> => {
  const rows = await db
    .select({
      entryId: entry.id,
      code: entry.code,
      team: team.name,
      accountId: reviewer.accountId,
      panelId: entry.panelId,
    })
    .from(assignment)
    .innerJoin(entry, eq(entry.id, assignment.entryId))
    .innerJoin(work, eq(work.id, entry.workId))
    .innerJoin(team, eq(team.id, work.teamId))
    .innerJoin(reviewer, eq(reviewer.id, assignment.reviewerId))
    .where(and(eq(assignment.roundId, id), eq(assignment.state, 'open')))
    .orderBy(asc(assignment.position))
  return rows.map(({ accountId, ...row }) => ({
    ...row,
    expert: people.find((person) => person.id === accountId)!.username,
  }))
}

/** The sheet that an expert writes for a work. */
const sheetFor = (works: readonly ListedWork[], all: readonly Assigned[], { team: name, expert }: Assigned) => {
  const judging = all.filter((one) => one.team === name).map((one) => one.expert)
  const others = judging.filter((one) => one !== demoExpert).toSorted()
  const { sheets } = works.find((one) => one.team === name)!
  return sheets[expert === demoExpert ? others.length : others.indexOf(expert)]!
}

const scoresOf = ({ criteria }: RoundRules, points: readonly number[]): Record<string, number> =>
  Object.fromEntries(points.map((value, position) => [criteria[position]!.id, value * 100]))

/** How long an expert spends on a work. */
const secondsOf = (points: readonly number[]): number => 600 + ((points[0]! * 37 + points[1]! * 53) % 23) * 60

const judge = async (stage: Stage, { code, expert }: Assigned, sheet: ListedSheet, moment: Date): Promise<void> => {
  const { points, comment = '', remark = '' } = sheet
  const seconds = secondsOf(points)
  const scores = scoresOf(stage.rules, points)
  const input = { version: 0, scores, comment, remark, notes: [], places: {}, seconds }
  const { sheet: saved } = await saveSheet(asExpert(stage, expert, moment), code, input)
  await submitSheet(asExpert(stage, expert, later(moment, 2)), code, saved!.version, undefined)
}

/** The first criteria are scored, and nothing is submitted. */
const draft = async (stage: Stage, { code, expert }: Assigned, sheet: ListedSheet, moment: Date): Promise<void> => {
  const scores = scoresOf(stage.rules, sheet.points.slice(0, 2))
  const { notes } = stage.listed.current
  const input = {
    version: 0,
    scores,
    comment: sheet.comment ?? '',
    remark: '',
    notes,
    places: { 1: 6 },
    seconds: 480,
  }
  await saveSheet(asExpert(stage, expert, moment), code, input)
}

/** Gives a work to one more expert. */
const call = async (
  stage: Stage,
  id: RoundId,
  { entryId, expert, isThird }: Pick<Assigned, 'entryId' | 'expert'> & { isThird: boolean },
  moment: Date,
): Promise<void> => {
  const reviewers = await reviewersOf(stage, id)
  await assignReviewer(asOrganiser(stage, moment), id, entryId, { reviewer: reviewers.get(expert)!, isThird })
}

/** Each expert judges a work every other day. */
const firstDay = -306

/** Last year's round, from the invitation to the result. */
const seedFormer = async (stage: Stage): Promise<RoundId> => {
  const { listed, rules, at } = stage
  const { former } = listed
  const { id, code } = await prepareRound(stage, at(-319), {
    name: former.name,
    code: 'KC',
    isCurrent: false,
    rules,
    window: [-311, -289],
  })
  const names = former.panels.flatMap(({ members }) => members)
  await invite(stage, id, names, at(-318))
  for (const [position, name] of names.entries()) await accept(stage, code, name, at(-316, position))
  await collectWorks(asOrganiser(stage, at(-311, 5)), id)
  await formPanels(stage, id, at(-311, 6))
  await publish(stage, id, 'spring', at(-311, 7))
  await step(stage, id, 'open', at(-310, 2))

  const dealt = await assignmentsOf(stage, id)
  /** An expert of another panel. */
  const otherThan = (one: Assigned): string => {
    const judging = dealt.filter(({ team: name }) => name === one.team).map(({ expert }) => expert)
    return names.find((name) => !judging.includes(name))!
  }
  const assignmentOf = (name: string): Assigned => dealt.find((one) => one.team === name)!
  // A conflict is declared, and somebody else takes over.
  const leaving = assignmentOf(former.conflict.team)
  const { reason } = former.conflict
  await declineWork(asExpert(stage, leaving.expert, at(-309)), leaving.code, { kind: 'conflict', reason })
  await call(stage, id, { ...leaving, expert: otherThan(leaving), isThird: false }, at(-309, 4))

  const flagged = assignmentOf(former.flag.team)
  const { kind, text, answer } = former.flag
  await flagWork(asExpert(stage, flagged.expert, at(-308)), flagged.code, { kind, text }, undefined)
  const [raised] = await stage.scene.db.select({ id: flag.id }).from(flag).where(eq(flag.roundId, id))
  await resolveFlag(asOrganiser(stage, at(-307)), id, raised!.id, { resolution: answer })

  const judged = await assignmentsOf(stage, id)
  for (const [position, name] of names.entries())
    for (const [turn, one] of judged.filter(({ expert }) => expert === name).entries())
      await judge(stage, one, sheetFor(former.works, judged, one), at(firstDay + turn * 2, position))

  // Two sheets are far apart: one more expert judges the work.
  const apart = assignmentOf(former.thirdFor)
  const third = { ...apart, expert: otherThan(apart) }
  await call(stage, id, { ...third, isThird: true }, at(-292))
  const { sheets } = former.works.find(({ team: name }) => name === former.thirdFor)!
  await judge(stage, third, sheets.at(-1)!, at(-291))

  for (const { members } of former.panels) await signPanel(asExpert(stage, members[0]!, at(-291, 6)), code)
  await step(stage, id, 'close', at(-289))
  const settling = asOrganiser(stage, at(-288))
  const run = { id: newId<TaskId>(settling.now), signal: AbortSignal.any([]), progress: () => Promise.resolve() }
  await runSettle(settling, { ...run, input: { round: id, by: settling.actor.id } })
  return id
}

/** This year's open round. Works are dealt from a pool, and the experts are in the midst of it. */
const seedCurrent = async (stage: Stage): Promise<void> => {
  const { listed, rules, at } = stage
  const { current } = listed
  const { id, code } = await prepareRound(stage, at(-5), {
    name: current.name,
    code: 'FZ',
    isCurrent: true,
    rules: { ...rules, mode: 'pool' },
    window: [-4, 9],
    allowsDownload: true,
  })
  const names = Object.keys(current.progress)
  await invite(stage, id, names, at(-5, 1))
  for (const [position, name] of names.entries()) await accept(stage, code, name, at(-4, position))
  await collectWorks(asOrganiser(stage, at(-3, 5)), id)
  await publish(stage, id, 'autumn', at(-3, 6))
  await step(stage, id, 'open', at(-3, 7))

  const dealt = await assignmentsOf(stage, id)
  const queueOf = (name: string): Assigned[] => dealt.filter(({ expert }) => expert === name)
  for (const [position, name] of names.entries()) {
    const [finished, drafts] = current.progress[name]!
    for (const [turn, one] of queueOf(name).entries()) {
      const sheet = sheetFor(current.works, dealt, one)
      const moment = later(at(turn < 3 ? -2 : -1, position), (turn % 3) * 35)
      const isUrgent = one.team === current.farApart && name !== demoExpert
      if (turn < finished || isUrgent) await judge(stage, one, sheet, moment)
      else if (turn < finished + drafts) await draft(stage, one, sheet, moment)
    }
  }
  const reported = queueOf(current.flag.expert)[0]!
  const { kind, text } = current.flag
  await flagWork(asExpert(stage, current.flag.expert, at(-1, 3)), reported.code, { kind, text }, undefined)
  const declined = queueOf(current.conflict.expert).findLast((one) => one.team !== current.farApart)!
  const { expert, reason } = current.conflict
  await declineWork(asExpert(stage, expert, at(-1, 4)), declined.code, { kind: 'conflict', reason })
}

/** This year's round that is being set up, with the rules of last year. */
const seedDraft = async (stage: Stage, copyOf: RoundId): Promise<void> => {
  const { listed, rules, at } = stage
  const { name, accepted, invited } = listed.draft
  const { id, code } = await prepareRound(stage, at(-1), {
    name,
    code: 'KC',
    isCurrent: true,
    rules,
    window: [55, 75],
    copyOf,
  })
  await invite(stage, id, [...accepted, ...invited], at(-1, 1))
  for (const expert of accepted) await accept(stage, code, expert, at(-1, 3))
}

/** A settled round, an open one and a draft, made by the same steps as those of real organisers and experts. */
export const seedRounds = async (scene: Scene, now: Date): Promise<void> => {
  const listed = await readJson<ListedRounds>('rounds/rounds.json')
  const at = (day: number, position = 0): Date => officeHour(day, position, now)
  const stage: Stage = { scene, listed, rules: roundRules.parse(listed.rules), at, now }
  const former = await seedFormer(stage)
  await seedCurrent(stage)
  await seedDraft(stage, former)
  const experts = scene.people.filter(({ access }) => access === 'expert')
  await readOldNotices(scene, experts, daysFrom(now, -3))
}
