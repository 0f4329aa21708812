import { fileUrl } from '@lectern/contract/files/file-addresses.ts'
import type { MaterialId } from '@lectern/contract/ids.ts'
import * as contract from '@lectern/contract/materials/materials.ts'
import type { BatchedCounter } from '../../platform/batched-counter.ts'
import type { Http } from '../../platform/http/serve.ts'
import { everyone } from '../../platform/policy.ts'
import { presentCards, presentMaterial } from './present.ts'
import { listMaterials, requireFileOf, requireMaterial } from './service.ts'

export const materialRoutes = ({ serve, serveRedirect }: Http, downloads: BatchedCounter<MaterialId>): void => {
  // Searches are too varied to cache.
  serve(
    contract.listMaterials,
    { policy: everyone, public: { keepWhen: ({ query }) => !query.search } },
    async ({ ctx, query }) => {
      const { list, ...page } = await listMaterials(ctx, query)
      return { ...page, list: await presentCards(ctx, list) }
    },
  )

  serve(contract.readMaterial, { policy: everyone, public: {} }, async ({ ctx, params }) =>
    presentMaterial(ctx, await requireMaterial(ctx, params.id)),
  )

  serveRedirect(
    contract.downloadMaterial,
    { policy: everyone, onRead: ({ id }) => downloads.add(id) },
    async ({ ctx, params }) => fileUrl(await requireFileOf(ctx, params.id)),
  )
}
