import type { EditionId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fail } from '../../../platform/failure.ts'
import { everyEdition } from './office-queries.ts'

/** The requested edition, or the current one. */
export const findEdition = async (ctx: Ctx, id: EditionId | undefined) => {
  const editions = await everyEdition(ctx.db)
  const edition = editions.find((one) => (id ? one.id === id : one.current))
  if (id && !edition) throw fail('edition.notFound').at('edition')
  return { editions, edition }
}
