import { z } from 'zod'
import { chosenKinds, noticeAudiences, noticeKinds, noticeLimits } from './account-values.ts'
import { endpoint } from './endpoint.ts'
import { noticeId } from './ids.ts'
import { locales } from './locales.ts'
import { localizedLine, localizedLines, needed } from './localized-fields.ts'
import { pageOf, pageQuery } from './paging.ts'

const notice = z.object({
  id: noticeId,
  kind: z.enum(noticeKinds),
  title: z.string(),
  body: z.string(),
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
 * A stream of server-sent events `unread`, each with the number as JSON. `stop` comes before the end of a stream that should not
 * be opened again: the same person has opened too many others since.
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
  summary: 'Chooses which notices I also get by mail',
  body: mailChoices,
  answer: mailChoices,
})

const localized = z.partialRecord(z.enum(locales), z.string())

const announcement = z.object({
  id: noticeId,
  to: z.enum(noticeAudiences),
  title: localized,
  body: localized,
  link: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** Nobody whose account is gone. */
  by: z.string().nullable(),
  /** To how many it was sent, and how many of them have read it. */
  people: z.int(),
  readers: z.int(),
  /** How many got it by mail too, and whether some of those have still to leave. */
  letters: z.int(),
  state: z.enum(['sending', 'sent']),
})
export type Announcement = z.infer<typeof announcement>

export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/api/notices/sent',
  summary: 'What organisers have announced, newest first, and how many have read it',
  query: pageQuery,
  answer: pageOf(announcement),
})

export const measureAudience = endpoint({
  method: 'GET',
  path: '/api/notices/audience/:to',
  summary: 'How many people an announcement would reach, and how many of them by mail',
  params: z.strictObject({ to: z.enum(noticeAudiences) }),
  answer: z.object({ people: z.int(), letters: z.int() }),
})

const written = z
  .strictObject({
    to: z.enum(noticeAudiences),
    title: needed(localizedLine(noticeLimits.title)),
    body: needed(localizedLines(noticeLimits.body)),
    /** A path of this site. */
    link: z
      .string()
      .max(500)
      .regex(/^\/(?![/\\])[^\s\p{Cc}]*$/u)
      .nullable(),
  })
  .check(({ value: { title, body }, issues }) => {
    // A language is written as a whole: a reader gets title and text in one.
    for (const locale of locales)
      for (const [field, own, other] of [
        ['title', title, body],
        ['body', body, title],
      ] as const)
        if (other[locale] !== undefined && own[locale] === undefined)
          issues.push({
            code: 'too_small',
            origin: 'string',
            minimum: 1,
            inclusive: true,
            input: own,
            path: [field, locale],
          })
  })

export const sendAnnouncement = endpoint({
  method: 'POST',
  path: '/api/notices',
  summary: 'Announces something to everybody, or to all with one access; by mail too as each chose',
  idempotent: true,
  body: written,
  answer: z.object({ id: noticeId, people: z.int(), letters: z.int() }),
})
