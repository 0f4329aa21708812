import {
  createBanner,
  deleteBanner,
  listAllBanners,
  listBanners,
  readBanner,
  reorderBanners,
  saveBanner,
  switchBanner,
  type BannerContent,
} from '@lectern/contract/banners/banners.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Http } from '../../platform/http/serve.ts'
import { pageFrom } from '../../platform/paging.ts'
import { everyone, organisers } from '../../platform/policy.ts'
import { bannerProblems, banners, listShownBanners } from './service.ts'

export const bannerRoutes = ({ serve }: Http): void => {
  const rules = { policy: organisers('content') }
  const contentRules = {
    ...rules,
    alsoWrong: ({ ctx, body }: { ctx: Ctx; body: Partial<BannerContent> }) => bannerProblems(ctx, body),
  }

  serve(listBanners, { policy: everyone, public: {} }, async ({ ctx, query }) =>
    pageFrom(await listShownBanners(ctx), query),
  )

  serve(listAllBanners, rules, ({ ctx }) => banners.list(ctx))
  serve(readBanner, rules, ({ ctx, params }) => banners.read(ctx, params.id))
  serve(createBanner, contentRules, ({ ctx, body, idempotencyKey }) => banners.create(ctx, body, idempotencyKey))
  serve(saveBanner, contentRules, ({ ctx, params, body }) => banners.save(ctx, params.id, body))
  serve(switchBanner, rules, ({ ctx, params, body }) => banners.switch(ctx, params.id, body))
  serve(reorderBanners, rules, ({ ctx, body }) => banners.reorder(ctx, body))
  serve(deleteBanner, rules, ({ ctx, params, query }) => banners.delete(ctx, params.id, query.version))
}
