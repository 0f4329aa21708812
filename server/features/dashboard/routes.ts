import { readContestLines } from '@lectern/contract/dashboard/contest-lines.ts'
import { readDashboard as readEndpoint } from '@lectern/contract/dashboard/dashboard.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Http } from '../../platform/http/serve.ts'
import { KeptCounts } from '../../platform/kept-counts.ts'
import { organisers, organisersAndPrograms } from '../../platform/policy.ts'
import { readLines, stagesOf } from './contest-lines.ts'
import { presentDashboard } from './present.ts'
import { readDashboard } from './service.ts'

export const dashboardRoutes = ({ serve }: Http, features: readonly Feature[]): void => {
  const stages = stagesOf(features)
  const counts = new KeptCounts()
  serve(readContestLines, { policy: organisers('activity') }, ({ ctx, query }) =>
    readLines(ctx, counts, stages, query.edition),
  )
  serve(readEndpoint, { policy: organisersAndPrograms('figures', 'contest') }, async ({ ctx }) =>
    presentDashboard(ctx, await readDashboard(ctx, counts)),
  )
}
