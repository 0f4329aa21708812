import {
  followNotices,
  listAnnouncements as listAnnouncementsEndpoint,
  listNotices as listEndpoint,
  measureAudience as measureEndpoint,
  readMailChoices,
  readNotices as readEndpoint,
  sendAnnouncement as sendAnnouncementEndpoint,
  setMailChoices,
} from '@lectern/contract/notices.ts'
import type { SignedIn } from '../../platform/context.ts'
import type { Http } from '../../platform/http/serve.ts'
import { organisers, signedIn } from '../../platform/policy.ts'
import { changeMailChoices, requireMailChoices } from '../accounts/service.ts'
import { listAnnouncements, measureAudience, sendAnnouncement } from './announcements.ts'
import type { LiveNotices } from './live.ts'
import { listNotices, readNotices } from './mine.ts'
import { presentAnnouncements, presentNotices } from './present.ts'

/** Room for a text of the greatest length in all five languages, in Chinese three bytes a character. */
const largestAnnouncement = 64 * 1024

export const noticeRoutes = ({ serve, serveEvents }: Http, live: LiveNotices): void => {
  serve(listEndpoint, { policy: signedIn }, async ({ ctx, query }) =>
    presentNotices(ctx, await listNotices(ctx as SignedIn, query)),
  )

  serve(readEndpoint, { policy: signedIn }, async ({ ctx, body }) => ({
    unread: await readNotices(ctx as SignedIn, body),
  }))

  // Every page that is opened follows, and again after every interruption.
  serveEvents(followNotices, { policy: signedIn, limited: false }, ({ ctx }, open) =>
    live.follow((ctx as SignedIn).actor, open),
  )

  serve(readMailChoices, { policy: signedIn }, async ({ ctx }) => requireMailChoices(ctx as SignedIn))

  serve(setMailChoices, { policy: signedIn }, async ({ ctx, body }) => changeMailChoices(ctx as SignedIn, body))

  serve(listAnnouncementsEndpoint, { policy: organisers }, async ({ ctx, query }) =>
    presentAnnouncements(await listAnnouncements(ctx, query)),
  )

  serve(measureEndpoint, { policy: organisers }, ({ ctx, params }) => measureAudience(ctx, params.to))

  serve(
    sendAnnouncementEndpoint,
    { policy: organisers, largestBody: largestAnnouncement },
    ({ ctx, body, idempotencyKey }) => sendAnnouncement(ctx as SignedIn, body, idempotencyKey),
  )
}
