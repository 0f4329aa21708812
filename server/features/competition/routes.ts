import { listActivities, readActivity } from '@lectern/contract/competition/competition.ts'
import type { Http } from '../../platform/http/serve.ts'
import { pageFrom } from '../../platform/paging.ts'
import { everyone } from '../../platform/policy.ts'
import { presentActivity, presentContest } from './present.ts'
import { readContest, requireActivity } from './service.ts'

export const competitionRoutes = ({ serve }: Http): void => {
  serve(listActivities, { policy: everyone, public: {} }, async ({ ctx, query }) => {
    const { activities, ...contest } = await presentContest(ctx, await readContest(ctx))
    return { ...contest, ...pageFrom(activities, query) }
  })

  serve(readActivity, { policy: everyone, public: {} }, async ({ ctx, params }) =>
    presentActivity(ctx, await requireActivity(ctx, params.id)),
  )
}
