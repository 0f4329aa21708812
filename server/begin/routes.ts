import { beginSite, readBeginning } from '@lectern/contract/begin/begin.ts'
import type { Settings } from '../platform/settings.ts'
import type { Feature } from '../platform/feature.ts'
import type { Http } from '../platform/http/serve.ts'
import { organisers } from '../platform/policy.ts'
import { beginFromOffice, planBeginning } from './service.ts'

export const beginRoutes = ({ serve }: Http, settings: Settings, features: readonly Feature[]): void => {
  serve(readBeginning, { policy: organisers('system') }, ({ ctx }) => planBeginning(ctx, settings))

  serve(beginSite, { policy: organisers('system') }, async ({ ctx, body }) => {
    await beginFromOffice(ctx, settings, features, body)
    return {}
  })
}
