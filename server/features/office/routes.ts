import { listDemoContent } from '@lectern/contract/begin/begin.ts'
import { findInOffice, readFirstSteps, readOfficeCounts } from '@lectern/contract/office/office-shell.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Http } from '../../platform/http/serve.ts'
import { allOrganisers, organisers } from '../../platform/policy.ts'
import type { Settings } from '../../platform/settings.ts'
import { presentDemoContent, presentHits } from './present.ts'
import { findAnything, menuCountsOf, readCounts, readDemoContent, readSteps } from './service.ts'

export const officeRoutes = ({ serve }: Http, settings: Settings, features: readonly Feature[]): void => {
  const counts = menuCountsOf(features)
  serve(readOfficeCounts, { policy: allOrganisers }, ({ ctx }) => readCounts(ctx, counts))
  serve(readFirstSteps, { policy: organisers('contest', 'system') }, ({ ctx }) => readSteps(ctx))
  serve(findInOffice, { policy: allOrganisers }, async ({ ctx, query }) =>
    presentHits(ctx, await findAnything(ctx, query.q)),
  )

  serve(listDemoContent, { policy: organisers('content', 'system') }, async ({ ctx }) =>
    presentDemoContent(ctx, await readDemoContent(ctx, settings)),
  )
}
