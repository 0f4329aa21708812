import type {
  BannerContent,
  createBanner as createEndpoint,
  reorderBanners as reorderEndpoint,
  saveBanner as saveEndpoint,
  ShownBanner,
} from '@lectern/contract/banners.ts'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { BannerId } from '@lectern/contract/ids.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { refuseTogether, type Refusal } from '../../platform/problems.ts'
import { withIdempotencyKey } from '../../platform/idempotency.ts'
import { inTransaction } from '../../platform/transaction.ts'
import {
  changeOrdered,
  createOrdered,
  listOrdered,
  markOf,
  removeOrdered,
  reorderOrdered,
  requireOrdered,
  type OrderedContent,
} from '../ordering/service.ts'
import { fileProblems, picturesOf } from '../files/service.ts'
import { presentShown } from './present.ts'
import { bannerColumns, bannersAt, type BannerRow } from './queries.ts'
import { banner } from './tables.ts'

export { nextBannerChange } from './queries.ts'

const banners: OrderedContent<BannerRow> = {
  kind: 'banner',
  table: banner,
  columns: bannerColumns,
  texts: ({ title, alt }) => [title, alt],
}

const withPictures = async (ctx: Ctx, list: BannerRow[]) => ({
  list,
  pictures: await picturesOf(
    ctx,
    list.flatMap(({ wide, narrow }) => [wide, narrow]),
  ),
})

/** What visitors see now, as they see it. */
export const listShownBanners = async (ctx: Ctx): Promise<ShownBanner[]> => {
  const { list, pictures } = await withPictures(ctx, await bannersAt(ctx.db, ctx.now))
  return list.flatMap((row) => presentShown(ctx, row, pictures))
}

export const listBanners = async (ctx: Ctx) => {
  const list = await listOrdered(ctx, banners)
  return { ...(await withPictures(ctx, list)), order: markOf(list.map(({ id }) => id)) }
}

const requireWithPictures = async (ctx: Ctx, row: BannerRow) => ({
  row,
  pictures: await picturesOf(ctx, [row.wide, row.narrow]),
})

export const requireBanner = async (ctx: Ctx, id: BannerId) =>
  requireWithPictures(ctx, await requireOrdered(ctx, banners, id))

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

const read = async (ctx: Ctx, content: BannerContent) => {
  refuseTogether(ctx, await bannerProblems(ctx, content))
  return { ...content, opensAt: momentOf(content.opensAt), closesAt: momentOf(content.closesAt) }
}

export const createBanner = async (outer: SignedIn, input: BodyOf<typeof createEndpoint>, key: string | undefined) => {
  const call = { scope: `banner.create ${outer.actor.id}`, key, input }
  const { id } = await withIdempotencyKey(outer, call, async (ctx) => ({
    id: (await createOrdered(ctx, banners, await read(ctx, input))).id,
  }))
  return requireBanner(outer, id)
}

export const saveBanner = (outer: Ctx, id: BannerId, { version, ...input }: BodyOf<typeof saveEndpoint>) =>
  inTransaction(outer, async (ctx) =>
    requireWithPictures(ctx, await changeOrdered(ctx, banners, { id, version }, await read(ctx, input))),
  )

export const switchBanner = (outer: Ctx, id: BannerId, { visible, version }: { visible: boolean; version: number }) =>
  inTransaction(outer, async (ctx) =>
    requireWithPictures(ctx, await changeOrdered(ctx, banners, { id, version }, { visible }, 'content.moved')),
  )

export const reorderBanners = (outer: Ctx, order: BodyOf<typeof reorderEndpoint>): Promise<string> =>
  inTransaction(outer, (ctx) => reorderOrdered(ctx, banners, order))

export const deleteBanner = (outer: Ctx, id: BannerId, version: number): Promise<void> =>
  inTransaction(outer, (ctx) => removeOrdered(ctx, banners, { id, version }))
