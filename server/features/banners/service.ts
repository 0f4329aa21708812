import type { Banner, BannerContent, ShownBanner } from '@lectern/contract/banners/banners.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { refuseTogether, type Refusal } from '../../platform/problems.ts'
import { fileProblems, picturesOf } from '../files/service.ts'
import { orderedItems } from '../ordering/service.ts'
import { presentBanner, presentShown } from './present.ts'
import { bannerColumns, bannersAt, type BannerRow } from './queries.ts'
import { banner } from './tables.ts'

export { nextBannerChange } from './queries.ts'

const picturesOfBanners = (ctx: Ctx, rows: readonly BannerRow[]) =>
  picturesOf(
    ctx,
    rows.flatMap(({ wide, narrow }) => [wide, narrow]),
  )

/** What visitors see now, as they see it. */
export const listShownBanners = async (ctx: Ctx): Promise<ShownBanner[]> => {
  const rows = await bannersAt(ctx.db, ctx.now)
  const pictures = await picturesOfBanners(ctx, rows)
  return rows.flatMap((row) => presentShown(ctx, row, pictures))
}

const momentOf = (text: string | null | undefined): Date | null => (text ? new Date(text) : null)

/** What the contract cannot check: the pictures exist, and the window starts before it ends. */
export const bannerProblems = async (ctx: Ctx, content: Partial<BannerContent>): Promise<readonly Refusal[]> => {
  const [opensAt, closesAt] = [momentOf(content.opensAt), momentOf(content.closesAt)]
  return [
    ...(await fileProblems(ctx, [
      { id: content.wide, purpose: 'picture', field: 'wide' },
      { id: content.narrow, purpose: 'picture', field: 'narrow' },
    ])),
    opensAt && closesAt && opensAt >= closesAt ? fail('banner.windowEmpty').at('closesAt') : undefined,
  ]
}

export const banners = orderedItems<BannerRow, BannerContent, Banner>(
  { kind: 'banner', table: banner, columns: bannerColumns, texts: ({ title, alt }) => [title, alt] },
  {
    read: async (ctx, content) => {
      refuseTogether(ctx, await bannerProblems(ctx, content))
      return { ...content, opensAt: momentOf(content.opensAt), closesAt: momentOf(content.closesAt) }
    },
    present: async (ctx, rows) => {
      const pictures = await picturesOfBanners(ctx, rows)
      return rows.map((row) => presentBanner(ctx, row, pictures))
    },
  },
)
