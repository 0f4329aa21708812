import * as activities from '@lectern/contract/competition/activities.ts'
import * as editions from '@lectern/contract/competition/editions.ts'
import type { Http } from '../../../platform/http/serve.ts'
import { pageFrom } from '../../../platform/paging.ts'
import { organisers } from '../../../platform/policy.ts'
import { forDuty, forOthers } from '../../steps/service.ts'
import { activitiesOfEdition, activitiesOfEditionAndCurrent, oneActivity } from '../affected-activities.ts'
import { presentEdition, presentItem, presentName, presentSource } from './activity-present.ts'
import { copyActivity } from './activity-copies.ts'
import {
  createActivity,
  deleteActivity,
  findActivityProblems,
  findNewActivityProblems,
  listActivities,
  moveActivity,
  previewActivity,
  readActivityOrder,
  reorderActivities,
  requireSource,
  saveActivity,
} from './activity-editor.ts'
import { presentActivity } from '../present.ts'
import { checkEdition } from '../edition-checks.ts'
import {
  createEdition,
  findEditionProblems,
  findNewEditionProblems,
  listEditions,
  makeEditionCurrent,
  saveEdition,
} from '../editions.ts'

/** Room for three long texts and a form in all five languages. */
const largestActivity = 2 * 1024 * 1024

export const competitionEditingRoutes = ({ serve }: Http): void => {
  const rules = { policy: organisers('contest') }
  const ofDuty = { policy: organisers('activity') }
  const wide = { ...rules, largestBody: largestActivity }
  const others = { ...ofDuty, ...forOthers(oneActivity) }
  const othersEdition = { ...rules, ...forOthers(activitiesOfEdition) }

  serve(activities.listAllActivities, ofDuty, async ({ ctx, query }) => {
    const { list, pictures, ...page } = await listActivities(ctx, query)
    return { ...page, list: list.map((row) => presentItem(ctx, row, pictures)) }
  })

  serve(activities.readActivitySource, { ...ofDuty, ...forDuty(oneActivity) }, async ({ ctx, params }) =>
    presentSource(ctx, await requireSource(ctx, params.id)),
  )

  serve(
    activities.createActivity,
    { ...wide, alsoWrong: ({ ctx, body }) => findNewActivityProblems(ctx, body) },
    async ({ ctx, body, idempotencyKey }) => presentSource(ctx, await createActivity(ctx, body, idempotencyKey)),
  )

  serve(activities.copyActivity, rules, async ({ ctx, params, body, idempotencyKey }) =>
    presentSource(ctx, await copyActivity(ctx, params.id, body, idempotencyKey)),
  )

  serve(
    activities.saveActivity,
    {
      ...others,
      largestBody: largestActivity,
      alsoWrong: ({ ctx, params, body }) => findActivityProblems(ctx, params.id, body),
    },
    async ({ ctx, params, body }) => presentSource(ctx, await saveActivity(ctx, params.id, body)),
  )

  serve(activities.moveActivity, others, async ({ ctx, params, body }) =>
    presentSource(ctx, await moveActivity(ctx, params.id, body)),
  )

  serve(activities.previewActivity, wide, async ({ ctx, body }) =>
    presentActivity({ ...ctx, locale: body.locale }, await previewActivity(ctx, body)),
  )

  serve(activities.deleteActivity, others, async ({ ctx, params, query }) => {
    await deleteActivity(ctx, params.id, query.version)
    return {}
  })

  serve(activities.readActivityOrder, rules, async ({ ctx, query }) => {
    const { list, order } = await readActivityOrder(ctx, query.edition)
    return { list: list.map((row) => presentName(ctx, row)), order }
  })

  serve(activities.reorderActivities, rules, async ({ ctx, body }) => ({ order: await reorderActivities(ctx, body) }))

  serve(editions.listEditions, ofDuty, async ({ ctx, query }) => {
    const rows = await listEditions(ctx)
    return pageFrom(
      rows.map((row) => presentEdition(ctx, row)),
      query,
    )
  })

  serve(
    editions.createEdition,
    { ...rules, alsoWrong: ({ ctx, body }) => findNewEditionProblems(ctx, body) },
    async ({ ctx, body, idempotencyKey }) => presentEdition(ctx, await createEdition(ctx, body, idempotencyKey)),
  )

  serve(editions.readEditionChecks, rules, async ({ ctx, params }) => ({ list: await checkEdition(ctx, params.id) }))

  serve(
    editions.saveEdition,
    { ...othersEdition, alsoWrong: ({ ctx, params, body }) => findEditionProblems(ctx, params.id, body) },
    async ({ ctx, params, body }) => presentEdition(ctx, await saveEdition(ctx, params.id, body)),
  )

  serve(
    editions.makeEditionCurrent,
    { ...rules, ...forOthers(activitiesOfEditionAndCurrent) },
    async ({ ctx, params, body }) => presentEdition(ctx, await makeEditionCurrent(ctx, params.id, body.version)),
  )
}
