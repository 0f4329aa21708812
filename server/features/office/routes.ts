import { findInOffice, readFirstSteps, readOfficeCounts } from '@lectern/contract/office-shell.ts'
import type { SignedIn } from '../../platform/context.ts'
import type { Http } from '../../platform/http/serve.ts'
import { organisers } from '../../platform/policy.ts'
import { presentHits } from './present.ts'
import { findAnything, readCounts, readSteps } from './service.ts'

export const officeRoutes = ({ serve }: Http): void => {
  serve(readOfficeCounts, { policy: organisers }, ({ ctx }) => readCounts(ctx))
  serve(readFirstSteps, { policy: organisers }, async ({ ctx }) => ({ steps: await readSteps(ctx as SignedIn) }))
  serve(findInOffice, { policy: organisers }, async ({ ctx, query }) =>
    presentHits(ctx, await findAnything(ctx, query.q)),
  )
}
