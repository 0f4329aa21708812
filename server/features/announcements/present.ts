import type { Announcement } from '@lectern/contract/announcements/announcements.ts'
import { locales } from '@lectern/contract/locales.ts'
import { renderLetter } from '../../platform/markdown.ts'
import type { ListedRow } from './queries.ts'
import type { Facts, listAnnouncements } from './service.ts'

const lettersOf = (row: ListedRow, { letters }: Facts): Announcement['letters'] => {
  const { sent = 0, failed = 0, waiting = 0 } = letters.get(row.id) ?? {}
  const isKept = row.lettersSent !== null
  return {
    all: row.letters,
    sent: isKept ? row.lettersSent! : sent,
    failed: isKept ? (row.lettersFailed ?? 0) : failed,
    waiting: isKept ? 0 : waiting,
  }
}

/** The body in all its languages as readers see it. A draft is shown by its preview. */
const htmlOf = async ({ state, body }: ListedRow): Promise<Announcement['html']> => {
  const textLocales = state === 'draft' ? [] : locales.filter((locale) => body[locale] !== undefined)
  const rendered = textLocales.map(
    async (locale) => [locale, await renderLetter({ text: body[locale]!, locale })] as const,
  )
  return Object.fromEntries(await Promise.all(rendered))
}

/** In all languages: organisers see what each reader gets. */
export const presentAnnouncement = async (row: ListedRow, facts: Facts): Promise<Announcement> => ({
  id: row.id,
  state: row.state,
  audience: row.audience,
  named: Object.fromEntries(
    [...row.audience.teams, ...row.audience.people].flatMap((id) => {
      const name = facts.names.get(id)
      return name === undefined ? [] : [[id, name]]
    }),
  ),
  title: row.title,
  body: row.body,
  html: await htmlOf(row),
  link: row.link,
  version: row.version,
  updatedAt: row.updatedAt.toISOString(),
  sentBy: row.sentBy,
  sentAt: row.sentAt?.toISOString() ?? null,
  people: row.people,
  told: row.told,
  readers: facts.readers.get(row.id) ?? 0,
  letters: lettersOf(row, facts),
  whyNot: facts.whyNot.get(row.id) ?? null,
})

type Listed = Awaited<ReturnType<typeof listAnnouncements>>

export const presentAnnouncements = async ({ list, facts, ...page }: Listed) => ({
  ...page,
  list: await Promise.all(list.map((row) => presentAnnouncement(row, facts))),
})
