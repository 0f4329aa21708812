import type { CaseKind, CaseSide, ObjectorField } from '@lectern/contract/cases/case-values.ts'
import type { appealCase as appealEndpoint, fileObjection as fileEndpoint } from '@lectern/contract/cases/cases.ts'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { ActivityId, CaseId, FileId, ResultListId, WorkId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { eq } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { withIdempotencyKey } from '../../../platform/idempotency.ts'
import { newId } from '../../../platform/ids.ts'
import { dayIn } from '../../../platform/moments.ts'
import { permit } from '../../../platform/policy.ts'
import { randomLetters } from '../../../platform/random-letters.ts'
import { lockOwnAccount } from '../../accounts/service.ts'
import { account } from '../../accounts/tables.ts'
import { activity, edition } from '../../competition/tables.ts'
import { lockResults } from '../../results/service.ts'
import { requireCase } from '../case-view.ts'
import { deadlineAfter } from '../deadlines.ts'
import { attachEvidence } from './evidence.ts'
import { isListed, requireObjectionList } from './objection-lists.ts'
import { notifyArbiters, notifyFiler } from '../notices.ts'
import { openCasesOf, requireLockedOwnCase } from './own-cases.ts'
import { recordEvent } from '../steps.ts'
import { caseParty, contestCase } from '../tables.ts'

/** Nobody objects so often in good faith. */
const maxOpen = 20

/** What an objection tells the arbiters about a user. Contacts of accounts are confirmed. */
export const readObjector = async ({ db, actor }: SignedIn) => {
  const [row] = await db
    .select({ realName: account.realName, unit: account.school, phone: account.phone, email: account.email })
    .from(account)
    .where(eq(account.id, actor.id))
  const { realName, unit, phone, email } = row!
  const missing: ObjectorField[] = []
  if (!realName) missing.push('realName')
  if (!unit) missing.push('school')
  if (!phone && !email) missing.push('contact')
  return { realName, unit, phone, email, missing }
}

interface NewCase {
  kind: CaseKind
  side: CaseSide
  list: ResultListId
  activity: ActivityId
  work: WorkId | null
  appealOf: CaseId | null
  text: string
  evidence: readonly FileId[]
}

/** Nobody can guess a number, or tell from one how many cases there are. */
const newNumber = (year: number): string => `${year}-${randomLetters(8).toUpperCase()}`

export interface FiledCase {
  id: CaseId
  number: string
  receivedAt: string
  answerBy: string
}

const addCase = async (ctx: SignedIn, newCase: NewCase): Promise<FiledCase> => {
  const { realName, unit, phone, email, missing } = await readObjector(ctx)
  if (missing.length > 0) throw fail('case.profileIncomplete')
  if ((await openCasesOf(ctx.db, ctx.actor.id)).length >= maxOpen) throw fail('case.tooMany', { most: maxOpen })
  const [held] = await ctx.db
    .select({ year: edition.year, timeZone: edition.timeZone })
    .from(activity)
    .innerJoin(edition, eq(edition.id, activity.editionId))
    .where(eq(activity.id, newCase.activity))
  // The team concerned sees the id, which tells its moment: it must not tell more than the day.
  const id = newId<CaseId>(new Date(dayIn(ctx.now, held!.timeZone)))
  const dueAt = deadlineAfter(ctx, 'admission', held!.timeZone)
  const number = newNumber(held!.year)
  await ctx.db.insert(contestCase).values({
    id,
    number,
    kind: newCase.kind,
    listId: newCase.list,
    activityId: newCase.activity,
    workId: newCase.work,
    appealOf: newCase.appealOf,
    side: newCase.side,
    state: 'received',
    text: newCase.text,
    receivedAt: ctx.now,
    dueAt,
  })
  await ctx.db
    .insert(caseParty)
    .values({ caseId: id, accountId: ctx.actor.id, realName: realName!, unit: unit!, phone, email })
  await attachEvidence(ctx, newCase.evidence, { caseId: id, side: newCase.side, part: 'text' })
  const received = { kind: 'received', action: 'case.received', after: { state: 'received' } } as const
  await recordEvent(ctx, { id, ...received, isOfParty: true })
  const view = await requireCase(ctx, id)
  const { timeZone } = view
  const answerBy = { moment: dueAt, timeZone }
  await notifyFiler(ctx, view, `${newCase.kind}Received`, { at: { moment: ctx.now, timeZone }, until: answerBy })
  await notifyArbiters(ctx, view, `${newCase.kind}ToAdmit`, { until: answerBy })
  return { id, number, receivedAt: ctx.now.toISOString(), answerBy: dueAt.toISOString() }
}

/** An objection to a list on display, once per idempotency key. */
export const fileObjection = (
  outer: SignedIn,
  { list, work, text, evidence }: BodyOf<typeof fileEndpoint>,
  key: string | undefined,
): Promise<FiledCase> => {
  const call = { scope: `objection ${outer.actor.id}`, key, input: { list, work, text, evidence } }
  return withIdempotencyKey(outer, call, async (ctx) => {
    await lockOwnAccount(ctx)
    const { activityId } = await requireObjectionList(ctx, list)
    // The list may not become final meanwhile.
    await lockResults(ctx.db, activityId)
    await requireObjectionList(ctx, list)
    if (work && !(await isListed(ctx.db, list, work))) throw fail('case.workNotListed').at('work')
    const open = (await openCasesOf(ctx.db, ctx.actor.id)).find(
      (one) => one.kind === 'objection' && one.activityId === activityId && one.workId === work,
    )
    if (open) throw fail('case.alreadyOpen', { number: open.number })
    const objection = { kind: 'objection', side: 'objector', list, activity: activityId, work, appealOf: null } as const
    return addCase(ctx, { ...objection, text, evidence })
  })
}

/** An appeal of the party that a decision is against. */
export const appealCase = (
  outer: SignedIn,
  id: CaseId,
  { text, evidence }: BodyOf<typeof appealEndpoint>,
  key: string | undefined,
): Promise<FiledCase> => {
  const call = { scope: `appeal ${outer.actor.id}`, key, input: { id, text, evidence } }
  return withIdempotencyKey(outer, call, async (ctx) => {
    await lockOwnAccount(ctx)
    const { view, side, may } = await requireLockedOwnCase(ctx, id)
    permit(may.appeal)
    await lockResults(ctx.db, view.activityId)
    const { listId: list, activityId, workId: work } = view
    const filed = await addCase(ctx, {
      kind: 'appeal',
      side,
      list,
      activity: activityId,
      work,
      appealOf: id,
      text,
      evidence,
    })
    await recordEvent(ctx, { id, kind: 'appealed', action: 'case.appealed', isOfParty: true })
    return filed
  })
}
