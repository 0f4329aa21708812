import type {
  ActivityContent,
  createActivity as createEndpoint,
  listAllActivities,
  moveActivity as moveEndpoint,
  previewActivity as previewEndpoint,
  reorderActivities as reorderEndpoint,
  saveActivity as saveEndpoint,
} from '@lectern/contract/competition/activities.ts'
import { activityMoves, type ActivityState } from '@lectern/contract/competition/competition-values.ts'
import type { BodyOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { FormField } from '@lectern/contract/enrolments/form-fields.ts'
import type { ActivityId, EditionId } from '@lectern/contract/ids.ts'
import { locales } from '@lectern/contract/locales.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import { whereInDuty } from '../../../platform/activity-duties.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { databaseCode, violatedConstraint } from '../../../platform/database/connect.ts'
import { eq, sql } from '../../../platform/database/drizzle.ts'
import { AppError, fail } from '../../../platform/failure.ts'
import { newId } from '../../../platform/ids.ts'
import { withIdempotencyKey } from '../../../platform/idempotency.ts'
import { permit, refusalText } from '../../../platform/policy.ts'
import { refusalOf, refuseTogether, type Refusal } from '../../../platform/problems.ts'
import { cleanHtml } from '../../../platform/safe-html.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import {
  changeOrdered,
  createOrdered,
  lockSeen,
  markOf,
  removeOrdered,
  reorderOrdered,
  requireOrdered,
  type OrderedContent,
} from '../../ordering/service.ts'
import { picturesOf, requireFiles } from '../../files/service.ts'
import {
  activityColumns,
  activityNames,
  activityPage,
  countActivities,
  countsOf,
  findEdition,
  isCodeTaken,
  type ActivityRow,
} from './activity-queries.ts'
import { readActualPhases } from '../phases/actual-phases.ts'
import { deletePhasesOf } from '../phases/phase-editor.ts'
import { activityUses, partUses, workRulesChanged } from '../ports.ts'
import {
  mayDelete,
  mayHide,
  objectionsTo,
  unused,
  type ActivityLimits,
  type ActivityUse,
  type Objection,
} from '../policy.ts'
import { lockSeatCount, lockEditionRules, stateAt } from '../queries.ts'
import { activity } from '../tables.ts'

/** All texts of a form in each language, by id: reordering questions changes no language. */
const wordsOf = (fields: readonly FormField[]): LocalizedText => {
  const texts = fields
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .flatMap((field) => [
      field.label,
      field.help,
      ...('options' in field ? field.options.map(({ label }) => label) : []),
    ])
  return Object.fromEntries(
    locales.flatMap((locale) => {
      const said = texts.map((text) => text[locale]).filter((text) => text)
      return said.length > 0 ? [[locale, JSON.stringify(said)]] : []
    }),
  )
}

export const activities: OrderedContent<ActivityRow> = {
  kind: 'activity',
  table: activity,
  columns: activityColumns,
  texts: ({ name, group, summary, body, requirements, rules, fields }) => [
    name,
    group,
    summary,
    body,
    requirements,
    rules,
    wordsOf(fields),
  ],
}

/** The activities of one edition have their own order. */
export const activitiesOf = (id: EditionId): OrderedContent<ActivityRow> => ({
  ...activities,
  within: { subject: { kind: 'edition', id }, where: eq(activity.editionId, id) },
})

const usesOf = ({ installation }: Ctx) => installation.ports.use(activityUses)

/** What teams have done in an activity; `forms`: the current form and the new one. */
const readUse = async (
  ctx: Ctx,
  id: ActivityId,
  ...forms: readonly (readonly FormField[])[]
): Promise<ActivityUse> => ({
  ...(await usesOf(ctx).useOf(ctx, id, ...forms)),
  usedParts: await ctx.installation.ports.use(partUses)(ctx.db, id),
})

export const listActivities = async (ctx: Ctx, { page, pageSize, ...filters }: QueryOf<typeof listAllActivities>) => {
  const filter = { ...filters, inDuty: whereInDuty(ctx.actor, sql`activity.id`), now: ctx.now }
  const [list, total] = await Promise.all([
    activityPage(ctx.db, filter, { page, pageSize }, usesOf(ctx).counts),
    countActivities(ctx.db, filter),
  ])
  const pictures = await picturesOf(
    ctx,
    list.map(({ cover }) => cover),
  )
  return { list, pictures, total, page, pageSize }
}

const withAround = async (ctx: Ctx, row: ActivityRow) => ({
  row,
  counts: await countsOf(ctx.db, row.id, usesOf(ctx).counts),
  pictures: await picturesOf(ctx, [row.cover]),
  use: await readUse(ctx, row.id, row.fields),
})

export const requireSource = async (ctx: Ctx, id: ActivityId) =>
  withAround(ctx, await requireOrdered(ctx, activities, id))

/** Builds the refusal, with each objection at its field. */
const refusalBy = (ctx: Ctx, objections: readonly Objection[]): Refusal => {
  if (objections.length === 0) return undefined
  const fields = objections.map(({ path, verdict }) => ({ path, message: refusalText(verdict, ctx.locale)! }))
  return new AppError('request.invalid', {}, fields)
}

const cleaned = ({ body, requirements, rules, ...content }: ActivityContent): ActivityContent => ({
  ...content,
  body: cleanHtml(body),
  requirements: cleanHtml(requirements),
  rules: cleanHtml(rules),
})

const requireCover = (ctx: Ctx, cover: ActivityContent['cover']): Promise<void> =>
  requireFiles(ctx, [{ id: cover, purpose: 'picture', field: 'cover' }])

const codeProblem = async (ctx: Ctx, wanted: Parameters<typeof isCodeTaken>[1]): Promise<Refusal> =>
  (await isCodeTaken(ctx.db, wanted)) ? fail('activity.codeTaken', { code: wanted.code }).at('code') : undefined

/** Stands for fields that are missing or malformed: nothing can be said against it. */
const faultless: ActivityLimits = {
  code: '',
  teamMin: 1,
  teamMax: Infinity,
  advisorsMax: Infinity,
  capacity: null,
  fields: [],
  workRules: { parts: [] },
}

/** Objections to the valid fields of a body of which others are invalid. */
const objectionsToFields = (
  ctx: Ctx,
  { before, use }: { before: ActivityRow | undefined; use: ActivityUse },
  input: Partial<ActivityContent>,
): Objection[] =>
  objectionsTo(before, { ...faultless, ...before, ...input }, use, ctx.locale).filter(({ path }) =>
    Object.hasOwn(input, path.split('.', 1)[0]!),
  )

/** Reports problems of a new activity even while other fields are missing or malformed. */
export const findNewActivityProblems = async (
  ctx: Ctx,
  { editionId, ...input }: Partial<BodyOf<typeof createEndpoint>>,
): Promise<readonly Refusal[]> => [
  editionId && input.code ? await codeProblem(ctx, { editionId, code: input.code }) : undefined,
  refusalBy(ctx, objectionsToFields(ctx, { before: undefined, use: unused }, input)),
  input.cover ? await refusalOf(requireCover(ctx, input.cover)) : undefined,
]

/** Reports problems of changes even while other fields are missing or malformed. */
export const findActivityProblems = async (
  ctx: Ctx,
  id: ActivityId,
  { version: _version, ...input }: Partial<BodyOf<typeof saveEndpoint>>,
): Promise<readonly Refusal[]> => {
  const before = await requireOrdered(ctx, activities, id)
  const use = await readUse(ctx, id, before.fields, input.fields ?? [])
  return [
    input.code ? await codeProblem(ctx, { editionId: before.editionId, code: input.code, except: id }) : undefined,
    refusalBy(ctx, objectionsToFields(ctx, { before, use }, input)),
    input.cover ? await refusalOf(requireCover(ctx, input.cover)) : undefined,
  ]
}

/** Two organisers may claim a code at the same moment: the second gets an error. */
export const reportTakenCode = async <Result>(code: string, work: Promise<Result>): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    if (violatedConstraint(error) !== 'activity_edition_id_code_key') throw error
    throw fail('activity.codeTaken', { code }).at('code')
  }
}

/** Adds a draft at the end of its edition. Requires a transaction. */
export const addDraft = async (ctx: Ctx, content: ActivityContent & { editionId: EditionId }): Promise<ActivityRow> => {
  const { editionId, code } = content
  if (!(await findEdition(ctx, editionId))) throw fail('edition.notFound').at('editionId')
  refuseTogether(ctx, [await codeProblem(ctx, { editionId, code })])
  return createOrdered(ctx, activitiesOf(editionId), { ...content, state: 'draft', publishAt: null })
}

export const createActivity = async (
  outer: SignedIn,
  input: BodyOf<typeof createEndpoint>,
  key: string | undefined,
) => {
  const call = { scope: `activity.create ${outer.actor.id}`, key, input }
  const { id } = await reportTakenCode(
    input.code,
    withIdempotencyKey(outer, call, async (ctx) => {
      const { editionId, ...values } = input
      const content = cleaned(values)
      refuseTogether(ctx, [
        await codeProblem(ctx, { editionId, code: content.code }),
        refusalBy(ctx, objectionsTo(undefined, content, unused, ctx.locale)),
        await refusalOf(requireCover(ctx, content.cover)),
      ])
      return { id: (await addDraft(ctx, { ...content, editionId })).id }
    }),
  )
  return requireSource(outer, id)
}

/** Locks the activity in the version that the caller has seen, and the edition rules exclusively. */
const lockActivity = async (ctx: Ctx, { id, version }: { id: ActivityId; version: number }): Promise<ActivityRow> => {
  const { editionId } = await requireOrdered(ctx, activities, id)
  await lockEditionRules(ctx.db, editionId, 'exclusive')
  return lockSeen(ctx, activities, { id, version })
}

export const saveActivity = (outer: Ctx, id: ActivityId, { version, ...input }: BodyOf<typeof saveEndpoint>) =>
  reportTakenCode(
    input.code,
    inTransaction(outer, async (ctx) => {
      const before = await lockActivity(ctx, { id, version })
      // The seat count must not change while it is checked.
      await lockSeatCount(ctx.db, id)
      const content = cleaned(input)
      const use = await readUse(ctx, id, before.fields, content.fields)
      refuseTogether(ctx, [
        await codeProblem(ctx, { editionId: before.editionId, code: content.code, except: id }),
        refusalBy(ctx, objectionsTo(before, content, use, ctx.locale)),
        await refusalOf(requireCover(ctx, content.cover)),
      ])
      const changed = await changeOrdered(ctx, activities, { id, version }, content)
      if (JSON.stringify(before.workRules) !== JSON.stringify(changed.workRules))
        await ctx.installation.ports.use(workRulesChanged)(ctx, {
          activity: changed,
          before: before.workRules,
          after: changed.workRules,
        })
      return withAround(ctx, changed)
    }),
  )

/** Only organisers see activities in these states. */
const hiddenStates: readonly ActivityState[] = ['draft', 'scheduled']

const timeOfMove = (state: ActivityState, time: string | undefined, now: Date): Date | null => {
  if (state !== 'scheduled') return null
  const publishAt = time === undefined ? null : new Date(time)
  if (publishAt === null || publishAt <= now) throw fail('content.dateNeeded').at('publishAt')
  return publishAt
}

export const moveActivity = (outer: Ctx, id: ActivityId, { state, version, publishAt }: BodyOf<typeof moveEndpoint>) =>
  inTransaction(outer, async (ctx) => {
    const before = await lockActivity(ctx, { id, version })
    const moves: readonly ActivityState[] = activityMoves[stateAt(before, ctx.now)]
    if (!moves.includes(state)) throw fail('content.moveRefused')
    if (hiddenStates.includes(state)) permit(mayHide(await readUse(ctx, id)))
    const changes = { state, publishAt: timeOfMove(state, publishAt, ctx.now) }
    return withAround(ctx, await changeOrdered(ctx, activities, { id, version }, changes, 'content.moved'))
  })

/** What visitors would see of it now; nothing is stored. */
export const previewActivity = async (ctx: Ctx, { editionId, id, content }: BodyOf<typeof previewEndpoint>) => {
  const edition = await findEdition(ctx, editionId)
  if (!edition) throw fail('edition.notFound').at('editionId')
  const { taken, waiting } = id === null ? { taken: 0, waiting: 0 } : await countsOf(ctx.db, id, usesOf(ctx).counts)
  const preview = { ...cleaned(content), id: id ?? newId<ActivityId>(ctx.now), editionId, taken, waiting, edition }
  return { ...preview, phases: (await readActualPhases(ctx, [editionId])).phases }
}

/** Later stages may name a draft too, and are not known here. */
const reportUse = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    if (databaseCode(error) !== '23503') throw error
    throw fail('activity.inUse')
  }
}

/** Deletes its own phases too. */
export const deleteActivity = (outer: Ctx, id: ActivityId, version: number): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    const row = await lockActivity(ctx, { id, version })
    permit(mayDelete(row, await readUse(ctx, id)))
    await deletePhasesOf(ctx, id)
    await reportUse(removeOrdered(ctx, activitiesOf(row.editionId), { id, version }))
  })

export const readActivityOrder = async (ctx: Ctx, editionId: EditionId) => {
  const list = await activityNames(ctx.db, editionId)
  return { list, order: markOf(list.map(({ id }) => id)) }
}

export const reorderActivities = (
  outer: Ctx,
  { editionId, ...order }: BodyOf<typeof reorderEndpoint>,
): Promise<string> => inTransaction(outer, (ctx) => reorderOrdered(ctx, activitiesOf(editionId), order))
