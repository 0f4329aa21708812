import { maxOrdered } from '@lectern/contract/ordering.ts'
import {
  createPartner as createEndpoint,
  deletePartner as deleteEndpoint,
  listAllPartners,
  listPartners as listEndpoint,
  readPartner,
  reorderPartners as reorderEndpoint,
  savePartner as saveEndpoint,
  switchPartner as switchEndpoint,
} from '@lectern/contract/partners.ts'
import type { Http } from '../../platform/http/serve.ts'
import { pageFrom } from '../../platform/paging.ts'
import { everyone, organisers } from '../../platform/policy.ts'
import { presentPartner } from './present.ts'
import {
  createPartner,
  deletePartner,
  listPartners,
  listShownPartners,
  reorderPartners,
  requirePartner,
  savePartner,
  switchPartner,
} from './service.ts'

const largestOrder = maxOrdered.partner * 64 + 1024

export const partnerRoutes = ({ serve }: Http): void => {
  const rules = { policy: organisers }

  serve(listEndpoint, { policy: everyone, public: {} }, async ({ ctx, query }) =>
    pageFrom(await listShownPartners(ctx, query.role ?? 'all'), query),
  )

  serve(listAllPartners, rules, async ({ ctx }) => {
    const { list, pictures, order } = await listPartners(ctx)
    return { list: list.map((row) => presentPartner(row, pictures)), order }
  })

  serve(readPartner, rules, async ({ ctx, params }) => {
    const { row, pictures } = await requirePartner(ctx, params.id)
    return presentPartner(row, pictures)
  })

  serve(createEndpoint, rules, async ({ ctx, body, idempotencyKey }) => {
    const { row, pictures } = await createPartner(ctx, body, idempotencyKey)
    return presentPartner(row, pictures)
  })

  serve(saveEndpoint, rules, async ({ ctx, params, body }) => {
    const { row, pictures } = await savePartner(ctx, params.id, body)
    return presentPartner(row, pictures)
  })

  serve(switchEndpoint, rules, async ({ ctx, params, body }) => {
    const { row, pictures } = await switchPartner(ctx, params.id, body)
    return presentPartner(row, pictures)
  })

  serve(reorderEndpoint, { ...rules, largestBody: largestOrder }, async ({ ctx, body }) => ({
    order: await reorderPartners(ctx, body),
  }))

  serve(deleteEndpoint, rules, async ({ ctx, params, query }) => {
    await deletePartner(ctx, params.id, query.version)
    return {}
  })
}
