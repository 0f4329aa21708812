import type { NoticeAudience } from '@lectern/contract/account-values.ts'
import type { BodyOf, QueryOf } from '@lectern/contract/endpoint.ts'
import type { listAnnouncements as listEndpoint, sendAnnouncement as sendEndpoint } from '@lectern/contract/notices.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import { once } from '../../platform/idempotency.ts'
import { audit } from '../audit/service.ts'
import { noticesUnderWay } from '../outbox/service.ts'
import { announcedPage, countAnnounced, countAudience, readersOf, type Audience } from './queries.ts'
import { publishNotice } from './service.ts'

const kind = 'announcement'

const audienceOf = (to: NoticeAudience): Audience => (to === 'everyone' ? to : { access: to })

/** How many people will be told, and how many of them by mail, where mails leave at all. */
export const measureAudience = async ({ db, installation }: Ctx, to: NoticeAudience) => {
  const { people, letters } = await countAudience(db, audienceOf(to), kind)
  return { people, letters: installation.channels.includes('mail') ? letters : 0 }
}

/** Tells everybody, or all with one access, what an organiser has written; once for a key. */
export const sendAnnouncement = async (
  outer: SignedIn,
  { to, title, body, link }: BodyOf<typeof sendEndpoint>,
  key: string | undefined,
) => {
  const call = { scope: `notice.announce ${outer.actor.id}`, key, input: { to, title, body, link } }
  return once(outer, call, async (ctx) => {
    const { people, letters } = await measureAudience(ctx, to)
    const id = await publishNotice(ctx, {
      to: audienceOf(to),
      kind,
      title,
      body,
      link: link ?? undefined,
      announced: { by: ctx.actor.id, people },
    })
    await audit(ctx, 'notice.sent', { subject: { kind: 'notice', id }, after: { to, title, link, people, letters } })
    return { id, people, letters }
  })
}

/** What organisers have announced: how many have read it, and whether its letters are still under way. */
export const listAnnouncements = async ({ db }: Ctx, { page, pageSize }: QueryOf<typeof listEndpoint>) => {
  const [list, total] = await Promise.all([announcedPage(db, { page, pageSize }), countAnnounced(db)])
  const ids = list.map(({ id }) => id)
  const [readers, underWay] = await Promise.all([readersOf(db, ids), noticesUnderWay(db, ids)])
  return { list, total, page, pageSize, readers, underWay }
}
