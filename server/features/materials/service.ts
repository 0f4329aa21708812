import type { QueryOf } from '@lectern/contract/endpoint.ts'
import type { FileId, MaterialId } from '@lectern/contract/ids.ts'
import type { MaterialCategory } from '@lectern/contract/materials/material-values.ts'
import type { listMaterials as listEndpoint, MaterialCard } from '@lectern/contract/materials/materials.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { presentCards } from './present.ts'
import { addressesOfMaterials, countMaterials, findFileOf, findMaterial, materialPage } from './queries.ts'

type MaterialQuery = QueryOf<typeof listEndpoint>

export const listMaterials = async (ctx: Ctx, { page, pageSize, sort, ...filter }: MaterialQuery) => {
  const count = () => countMaterials(ctx.db, ctx.now, filter)
  const { kind, category, search } = filter
  const [list, total] = await Promise.all([
    materialPage(ctx.db, ctx.now, filter, { sort, locale: ctx.locale }, { page, pageSize }),
    search ? count() : ctx.remember(`materials total ${kind?.join() ?? ''} ${category ?? ''}`, count),
  ])
  return { list, total, page, pageSize }
}

interface Cards {
  category: MaterialCategory
  most: number
}

/** The newest cards of a category, for pages with room for a few. */
export const listMaterialCards = async (ctx: Ctx, { category, most }: Cards): Promise<MaterialCard[]> => {
  const order = { sort: 'newest', locale: ctx.locale } as const
  return presentCards(ctx, await materialPage(ctx.db, ctx.now, { category }, order, { page: 1, pageSize: most }))
}

export const requireMaterial = async (ctx: Ctx, id: MaterialId) => {
  const row = await findMaterial(ctx.db, ctx.now, id)
  if (!row) throw fail('material.notFound')
  return row
}

export const requireFileOf = async (ctx: Ctx, id: MaterialId): Promise<FileId> => {
  const fileId = await findFileOf(ctx.db, ctx.now, id)
  if (!fileId) throw fail('material.notFound')
  return fileId
}

/** More than anybody publishes; a sitemap has a limit. */
const sitemapLength = 2_000

export const materialsForSitemap = (ctx: Ctx) => addressesOfMaterials(ctx.db, ctx.now, sitemapLength)
