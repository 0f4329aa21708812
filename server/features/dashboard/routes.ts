import { readDashboard as readEndpoint } from '@lectern/contract/dashboard.ts'
import type { Http } from '../../platform/http/serve.ts'
import { organisers } from '../../platform/policy.ts'
import { presentDashboard } from './present.ts'
import { readDashboard } from './service.ts'

export const dashboardRoutes = ({ serve }: Http): void => {
  serve(readEndpoint, { policy: organisers }, async ({ ctx }) => presentDashboard(ctx, await readDashboard(ctx)))
}
