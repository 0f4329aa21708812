import { beginSite, readBeginning } from '@lectern/contract/beginning.ts'
import type { Settings } from '../features/settings/service.ts'
import type { Http } from '../platform/http/serve.ts'
import { organisers } from '../platform/policy.ts'
import { beginFromOffice, planBeginning } from './service.ts'

export const beginRoutes = ({ serve }: Http, settings: Settings): void => {
  serve(readBeginning, { policy: organisers }, ({ ctx }) => planBeginning(ctx, settings))

  serve(beginSite, { policy: organisers }, async ({ ctx, body }) => {
    await beginFromOffice(ctx, settings, body)
    return {}
  })
}
