import {
  createBanner as createEndpoint,
  deleteBanner as deleteEndpoint,
  listAllBanners,
  listBanners as listEndpoint,
  readBanner,
  reorderBanners as reorderEndpoint,
  saveBanner as saveEndpoint,
  switchBanner as switchEndpoint,
} from '@lectern/contract/banners.ts'
import type { Http } from '../../platform/http/serve.ts'
import { pageFrom } from '../../platform/paging.ts'
import { everyone, organisers } from '../../platform/policy.ts'
import { presentBanner } from './present.ts'
import {
  bannerProblems,
  createBanner,
  deleteBanner,
  listBanners,
  listShownBanners,
  reorderBanners,
  requireBanner,
  saveBanner,
  switchBanner,
} from './service.ts'

export const bannerRoutes = ({ serve }: Http): void => {
  const rules = { policy: organisers }

  serve(listEndpoint, { policy: everyone, public: {} }, async ({ ctx, query }) =>
    pageFrom(await listShownBanners(ctx), query),
  )

  serve(listAllBanners, rules, async ({ ctx }) => {
    const { list, pictures, order } = await listBanners(ctx)
    return { list: list.map((row) => presentBanner(ctx, row, pictures)), order }
  })

  serve(readBanner, rules, async ({ ctx, params }) => {
    const { row, pictures } = await requireBanner(ctx, params.id)
    return presentBanner(ctx, row, pictures)
  })

  serve(
    createEndpoint,
    { ...rules, alsoWrong: ({ ctx, body }) => bannerProblems(ctx, body) },
    async ({ ctx, body, idempotencyKey }) => {
      const { row, pictures } = await createBanner(ctx, body, idempotencyKey)
      return presentBanner(ctx, row, pictures)
    },
  )

  serve(
    saveEndpoint,
    { ...rules, alsoWrong: ({ ctx, body }) => bannerProblems(ctx, body) },
    async ({ ctx, params, body }) => {
      const { row, pictures } = await saveBanner(ctx, params.id, body)
      return presentBanner(ctx, row, pictures)
    },
  )

  serve(switchEndpoint, rules, async ({ ctx, params, body }) => {
    const { row, pictures } = await switchBanner(ctx, params.id, body)
    return presentBanner(ctx, row, pictures)
  })

  serve(reorderEndpoint, rules, async ({ ctx, body }) => ({ order: await reorderBanners(ctx, body) }))

  serve(deleteEndpoint, rules, async ({ ctx, params, query }) => {
    await deleteBanner(ctx, params.id, query.version)
    return {}
  })
}
