import { searchSite as searchEndpoint } from '@lectern/contract/search/search.ts'
import type { Http } from '../../platform/http/serve.ts'
import { everyone } from '../../platform/policy.ts'
import { searchSite } from './service.ts'

export const searchRoutes = ({ serve }: Http): void => {
  // Searches are too varied to cache.
  serve(searchEndpoint, { policy: everyone }, ({ ctx, query }) => searchSite(ctx, query))
}
