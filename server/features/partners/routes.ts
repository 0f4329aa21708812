import { maxOrdered } from '@lectern/contract/ordering.ts'
import {
  createPartner,
  deletePartner,
  listAllPartners,
  listPartners,
  readPartner,
  reorderPartners,
  savePartner,
  switchPartner,
} from '@lectern/contract/partners/partners.ts'
import type { Http } from '../../platform/http/serve.ts'
import { pageFrom } from '../../platform/paging.ts'
import { everyone, organisers } from '../../platform/policy.ts'
import { listShownPartners, partners } from './service.ts'

const largestOrder = maxOrdered.partner * 64 + 1024

export const partnerRoutes = ({ serve }: Http): void => {
  const rules = { policy: organisers('content') }

  serve(listPartners, { policy: everyone, public: { isSteady: () => true } }, async ({ ctx, query }) =>
    pageFrom(await listShownPartners(ctx, query.role ?? 'all'), query),
  )

  serve(listAllPartners, rules, ({ ctx }) => partners.list(ctx))
  serve(readPartner, rules, ({ ctx, params }) => partners.read(ctx, params.id))
  serve(createPartner, rules, ({ ctx, body, idempotencyKey }) => partners.create(ctx, body, idempotencyKey))
  serve(savePartner, rules, ({ ctx, params, body }) => partners.save(ctx, params.id, body))
  serve(switchPartner, rules, ({ ctx, params, body }) => partners.switch(ctx, params.id, body))
  serve(reorderPartners, { ...rules, largestBody: largestOrder }, ({ ctx, body }) => partners.reorder(ctx, body))
  serve(deletePartner, rules, ({ ctx, params, query }) => partners.delete(ctx, params.id, query.version))
}
