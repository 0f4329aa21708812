import { maxOrdered } from '@lectern/contract/ordering.ts'
import {
  createExpert as createEndpoint,
  deleteExpert as deleteEndpoint,
  listAllExperts,
  listExperts as listEndpoint,
  moveExpert as moveEndpoint,
  readExpert,
  readExpertOrder as readOrderEndpoint,
  reorderExperts as reorderEndpoint,
  saveExpert as saveEndpoint,
} from '@lectern/contract/experts/experts.ts'
import type { Http } from '../../platform/http/serve.ts'
import { everyone, organisers } from '../../platform/policy.ts'
import { presentExpert, presentItem, presentName, presentShown } from './present.ts'
import {
  createExpert,
  deleteExpert,
  listExperts,
  listShownExperts,
  moveExpert,
  readExpertOrder,
  reorderExperts,
  requireExpert,
  saveExpert,
} from './service.ts'

/** Room for the longest profile in all five languages; Chinese takes three bytes a character. */
const largestExpert = 256 * 1024
/** Room for the ids of all experts, each in quotes and with a comma. */
const largestOrder = maxOrdered.expert * 40 + 1024

export const expertRoutes = ({ serve }: Http): void => {
  const rules = { policy: organisers('content') }

  // Searches are too varied to cache.
  serve(
    listEndpoint,
    { policy: everyone, public: { isSteady: () => true, keepWhen: ({ query }) => !query.search } },
    async ({ ctx, query }) => {
      const { list, pictures, ...page } = await listShownExperts(ctx, query)
      return { ...page, list: list.map((row) => presentShown(ctx, row, { pictures })) }
    },
  )

  serve(listAllExperts, rules, async ({ ctx, query }) => {
    const { list, pictures, usernames, ...page } = await listExperts(ctx, query)
    return { ...page, list: list.map((row) => presentItem(row, { pictures, usernames })) }
  })

  serve(readExpert, rules, async ({ ctx, params }) => presentExpert(await requireExpert(ctx, params.id)))

  serve(createEndpoint, { ...rules, largestBody: largestExpert }, async ({ ctx, body, idempotencyKey }) =>
    presentExpert(await createExpert(ctx, body, idempotencyKey)),
  )

  serve(saveEndpoint, { ...rules, largestBody: largestExpert }, async ({ ctx, params, body }) =>
    presentExpert(await saveExpert(ctx, params.id, body)),
  )

  serve(moveEndpoint, rules, async ({ ctx, params, body }) => presentExpert(await moveExpert(ctx, params.id, body)))

  serve(readOrderEndpoint, rules, async ({ ctx }) => {
    const { list, order } = await readExpertOrder(ctx)
    return { list: list.map((row) => presentName(ctx, row)), order }
  })

  serve(reorderEndpoint, { ...rules, largestBody: largestOrder }, async ({ ctx, body }) => ({
    order: await reorderExperts(ctx, body),
  }))

  serve(deleteEndpoint, rules, async ({ ctx, params, query }) => {
    await deleteExpert(ctx, params.id, query.version)
    return {}
  })
}
