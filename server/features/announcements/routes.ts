import {
  createAnnouncement as createEndpoint,
  deleteAnnouncement as deleteEndpoint,
  findRecipients as findRecipientsEndpoint,
  listAnnouncements as listEndpoint,
  previewAnnouncement as previewEndpoint,
  readAnnouncement,
  saveAnnouncement as saveEndpoint,
  sendAnnouncement as sendEndpoint,
  testAnnouncement as testEndpoint,
} from '@lectern/contract/announcements/announcements.ts'
import type { Http } from '../../platform/http/serve.ts'
import { organisers } from '../../platform/policy.ts'
import { announcementsToOthers } from './affected-activities.ts'
import { presentAnnouncement, presentAnnouncements } from './present.ts'
import { previewAnnouncement, sendAnnouncement, testAnnouncement } from './send-announcement.ts'
import {
  createAnnouncement,
  deleteAnnouncement,
  findRecipients,
  listAnnouncements,
  requireAnnouncement,
  saveAnnouncement,
} from './service.ts'

/**
 * Room for the longest text in all five languages (Chinese takes three bytes a character) and for long lists of
 * people.
 */
const largestBody = 128 * 1024

export const announcementRoutes = ({ serve }: Http): void => {
  const rules = { policy: organisers('people', 'contest'), largestBody }

  serve(listEndpoint, { policy: organisers('people', 'contest') }, async ({ ctx, query }) =>
    presentAnnouncements(await listAnnouncements(ctx, query)),
  )

  serve(readAnnouncement, { policy: organisers('people', 'contest') }, async ({ ctx, params }) => {
    const { row, facts } = await requireAnnouncement(ctx, params.id)
    return presentAnnouncement(row, facts)
  })

  serve(createEndpoint, rules, async ({ ctx, body, idempotencyKey }) => {
    const { row, facts } = await createAnnouncement(ctx, body, idempotencyKey)
    return presentAnnouncement(row, facts)
  })

  serve(saveEndpoint, { ...rules, ...announcementsToOthers }, async ({ ctx, params, body }) => {
    const { row, facts } = await saveAnnouncement(ctx, params.id, body)
    return presentAnnouncement(row, facts)
  })

  serve(
    deleteEndpoint,
    { policy: organisers('people', 'contest'), ...announcementsToOthers },
    async ({ ctx, params, query }) => {
      await deleteAnnouncement(ctx, params.id, query.version)
      return {}
    },
  )

  serve(findRecipientsEndpoint, rules, ({ ctx, body }) => findRecipients(ctx, body))

  serve(previewEndpoint, rules, ({ ctx, body }) => previewAnnouncement(ctx, body))

  serve(testEndpoint, rules, ({ ctx, body }) => testAnnouncement(ctx, body))

  serve(
    sendEndpoint,
    { policy: organisers('people', 'contest'), ...announcementsToOthers },
    async ({ ctx, params, body, idempotencyKey }) => {
      const { row, facts } = await sendAnnouncement(ctx, params.id, body, idempotencyKey)
      return presentAnnouncement(row, facts)
    },
  )
}
