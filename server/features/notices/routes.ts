import {
  followNotices,
  listNotices as listEndpoint,
  readMailChoices,
  readNotices as readEndpoint,
  setMailChoices,
} from '@lectern/contract/notices/notices.ts'
import type { Http } from '../../platform/http/serve.ts'
import { signedIn } from '../../platform/policy.ts'
import { changeMailChoices, requireMailChoices } from '../accounts/service.ts'
import type { LiveNotices } from './live.ts'
import { listNotices, readNotices } from './mine.ts'
import { presentNotices } from './present.ts'

export const noticeRoutes = ({ serve, serveEvents }: Http, live: LiveNotices): void => {
  serve(listEndpoint, { policy: signedIn }, async ({ ctx, query }) =>
    presentNotices(ctx, await listNotices(ctx, query)),
  )

  serve(readEndpoint, { policy: signedIn }, async ({ ctx, body }) => ({
    unread: await readNotices(ctx, body),
  }))

  // Every open page connects, and reconnects after every interruption.
  serveEvents(followNotices, { policy: signedIn, limited: false }, ({ ctx }, open) => live.follow(ctx.actor, open))

  serve(readMailChoices, { policy: signedIn }, async ({ ctx }) => requireMailChoices(ctx))

  serve(setMailChoices, { policy: signedIn }, async ({ ctx, body }) => changeMailChoices(ctx, body))
}
