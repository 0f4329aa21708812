import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { PartnerRole } from '@lectern/contract/expert-values.ts'
import type { PartnerId } from '@lectern/contract/ids.ts'
import type {
  createPartner as createEndpoint,
  PartnerContent,
  reorderPartners as reorderEndpoint,
  savePartner as saveEndpoint,
  ShownPartner,
} from '@lectern/contract/partners.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
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
import { picturesOf, requireFiles } from '../files/service.ts'
import { presentShown } from './present.ts'
import { partnerColumns, visiblePartners, type PartnerRow } from './queries.ts'
import { partner } from './tables.ts'

const partners: OrderedContent<PartnerRow> = {
  kind: 'partner',
  table: partner,
  columns: partnerColumns,
  texts: ({ name }) => [name],
}

const withLogos = async (ctx: Ctx, list: PartnerRow[]) => ({
  list,
  pictures: await picturesOf(
    ctx,
    list.map(({ logo }) => logo),
  ),
})

/** What visitors see, as they see it. */
export const listShownPartners = async (ctx: Ctx, role: PartnerRole | 'all'): Promise<ShownPartner[]> => {
  const { list, pictures } = await withLogos(ctx, await visiblePartners(ctx.db, role === 'all' ? undefined : role))
  return list.map((row) => presentShown(ctx, row, pictures))
}

export const listPartners = async (ctx: Ctx) => {
  const list = await listOrdered(ctx, partners)
  return { ...(await withLogos(ctx, list)), order: markOf(list.map(({ id }) => id)) }
}

const requireWithLogo = async (ctx: Ctx, row: PartnerRow) => ({ row, pictures: await picturesOf(ctx, [row.logo]) })

export const requirePartner = async (ctx: Ctx, id: PartnerId) =>
  requireWithLogo(ctx, await requireOrdered(ctx, partners, id))

const read = async (ctx: Ctx, content: PartnerContent): Promise<PartnerContent> => {
  await requireFiles(ctx, [{ id: content.logo, purpose: 'picture', field: 'logo' }])
  return content
}

export const createPartner = async (outer: SignedIn, input: BodyOf<typeof createEndpoint>, key: string | undefined) => {
  const call = { scope: `partner.create ${outer.actor.id}`, key, input }
  const { id } = await withIdempotencyKey(outer, call, async (ctx) => ({
    id: (await createOrdered(ctx, partners, await read(ctx, input))).id,
  }))
  return requirePartner(outer, id)
}

export const savePartner = (outer: Ctx, id: PartnerId, { version, ...input }: BodyOf<typeof saveEndpoint>) =>
  inTransaction(outer, async (ctx) =>
    requireWithLogo(ctx, await changeOrdered(ctx, partners, { id, version }, await read(ctx, input))),
  )

export const switchPartner = (outer: Ctx, id: PartnerId, { visible, version }: { visible: boolean; version: number }) =>
  inTransaction(outer, async (ctx) =>
    requireWithLogo(ctx, await changeOrdered(ctx, partners, { id, version }, { visible }, 'content.moved')),
  )

export const reorderPartners = (outer: Ctx, order: BodyOf<typeof reorderEndpoint>): Promise<string> =>
  inTransaction(outer, (ctx) => reorderOrdered(ctx, partners, order))

export const deletePartner = (outer: Ctx, id: PartnerId, version: number): Promise<void> =>
  inTransaction(outer, (ctx) => removeOrdered(ctx, partners, { id, version }))
