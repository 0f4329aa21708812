import { z } from 'zod'
import { chosenKinds, noticeKinds } from '../accounts/account-values.ts'
import { endpoint } from '../endpoint.ts'
import { noticeId } from '../ids.ts'
import { locales } from '../locales.ts'
import { pageOf, pageQuery } from '../paging.ts'

const notice = z.object({
  id: noticeId,
  kind: z.enum(noticeKinds),
  title: z.string(),
  body: z.string(),
  /** The body of an announcement, rendered from Markdown. */
  html: z.string().nullable(),
  locale: z.enum(locales),
  link: z.string().nullable(),
  createdAt: z.iso.datetime(),
  read: z.boolean(),
})
export type Notice = z.infer<typeof notice>

export const listNotices = endpoint({
  method: 'GET',
  path: '/api/notices',
  summary: 'My notices, newest first, and how many I have not read',
  query: pageQuery.extend({ unread: z.enum(['true']).optional() }),
  answer: pageOf(notice).extend({ unread: z.int() }),
})

export const readNotices = endpoint({
  method: 'POST',
  path: '/api/notices/read',
  summary: 'Marks some of my notices, or all of them, as read',
  body: z.strictObject({ ids: z.union([z.literal('all'), z.array(noticeId).min(1).max(100)]) }),
  answer: z.object({ unread: z.int() }),
})

/**
 * A stream of server-sent events. `unread` has the number of unread notices as JSON. `news` means that a teammate has
 * completed their profile, for which there is no notice. `stop` tells the client not to reconnect: the same user has
 * opened too many streams since.
 */
export const followNotices = endpoint({
  method: 'GET',
  path: '/api/notices/live',
  summary: 'How many notices I have not read, now and whenever it changes',
  answer: z.never(),
})

const mailChoices = z.strictObject(
  Object.fromEntries(chosenKinds.map((kind) => [kind, z.boolean()])) as Record<
    (typeof chosenKinds)[number],
    z.ZodBoolean
  >,
)

export const readMailChoices = endpoint({
  method: 'GET',
  path: '/api/account/mail-choices',
  summary: 'Which notices I also get by mail',
  answer: mailChoices,
})

export const setMailChoices = endpoint({
  method: 'PUT',
  path: '/api/account/mail-choices',
  summary: 'Sets which notices I also get by mail',
  body: mailChoices,
  answer: mailChoices,
})
