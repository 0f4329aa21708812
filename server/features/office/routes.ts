import { listDemoContent } from '@lectern/contract/beginning.ts'
import { findInOffice, readFirstSteps, readOfficeCounts } from '@lectern/contract/office-shell.ts'
import type { Http } from '../../platform/http/serve.ts'
import { organisers } from '../../platform/policy.ts'
import type { Settings } from '../../platform/settings.ts'
import { presentDemoContent, presentHits } from './present.ts'
import { findAnything, readCounts, readDemoContent, readSteps } from './service.ts'

export const officeRoutes = ({ serve }: Http, settings: Settings): void => {
  serve(readOfficeCounts, { policy: organisers }, ({ ctx }) => readCounts(ctx))
  serve(readFirstSteps, { policy: organisers }, ({ ctx }) => readSteps(ctx))
  serve(findInOffice, { policy: organisers }, async ({ ctx, query }) =>
    presentHits(ctx, await findAnything(ctx, query.q)),
  )

  serve(listDemoContent, { policy: organisers }, async ({ ctx }) =>
    presentDemoContent(ctx, await readDemoContent(ctx, settings)),
  )
}
