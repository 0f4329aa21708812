import {
  announcementParts,
  bracedIn,
  fillPlaceholders,
  missingTexts,
  placeholdersFor,
  type Placeholder,
} from '@lectern/contract/announcements/announcement-values.ts'
import type { AnnouncementContent } from '@lectern/contract/announcements/announcements.ts'
import type { FieldProblem } from '@lectern/contract/envelope.ts'
import type { AccountId, TeamId } from '@lectern/contract/ids.ts'
import { joinList } from '@lectern/contract/lists.ts'
import { locales, type Locale } from '@lectern/contract/locales.ts'
import { languageOf, localize, type LocalizedText } from '@lectern/contract/localized.ts'
import type { Ctx } from '../../platform/context.ts'
import { AppError } from '../../platform/failure.ts'
import { escapeMarkdown } from '../../platform/markdown.ts'
import { t } from '../../platform/messages.ts'
import { momentText } from '../../platform/moments.ts'
import { dueOf, nameOf, viewTeams } from '../teams/service.ts'
import type { Recipient } from './audience.ts'
import { peopleById, teamsOfRecipients } from './queries.ts'

type Texts = Pick<AnnouncementContent, 'title' | 'body'>

/** Unknown placeholders, reported at their field. */
const unknownIn = (ctx: Ctx, { audience, ...texts }: AnnouncementContent): FieldProblem[] => {
  const placeholders: readonly string[] = placeholdersFor(audience.to)
  const listed = joinList(
    ctx.locale,
    placeholders.map((name) => `{${name}}`),
  )
  return announcementParts.flatMap((part) =>
    locales.flatMap((locale) =>
      bracedIn(texts[part][locale] ?? '')
        .filter((name) => !placeholders.includes(name))
        .map((name) => ({
          path: `${part}.${locale}`,
          message: t(ctx.locale, 'validation.placeholder', { placeholder: `{${name}}`, known: listed }),
        })),
    ),
  )
}

const missingIn = (ctx: Ctx, texts: Texts): FieldProblem[] => {
  const message = t(ctx.locale, 'validation.required')
  return missingTexts(texts, ctx.locale).map(({ part, locale }) => ({ path: `${part}.${locale}`, message }))
}

const refuseAll = (problems: FieldProblem[]): void => {
  if (problems.length > 0) throw new AppError('request.invalid', {}, problems)
}

/** A draft may be unfinished, but not wrong. */
export const checkDraft = (ctx: Ctx, content: AnnouncementContent): void => refuseAll(unknownIn(ctx, content))

export const checkComplete = (ctx: Ctx, content: AnnouncementContent): void =>
  refuseAll([...unknownIn(ctx, content), ...missingIn(ctx, content)])

type FoundTeam = Awaited<ReturnType<typeof teamsOfRecipients>>[number] & { due: Date | undefined }

export interface Reader {
  id: AccountId
  name: string
  email: string | null
  locale: Locale
  isActive: boolean
  wantsMail: boolean
  teams: readonly FoundTeam[]
}

const duesOf = async (ctx: Ctx, ids: readonly TeamId[]): Promise<ReadonlyMap<TeamId, Date | undefined>> =>
  new Map((await viewTeams(ctx, ids)).map((view) => [view.id, dueOf(view)]))

const namesDeadline = ({ title, body }: Texts): boolean =>
  [title, body].some((text) => Object.values(text).some((words) => words && bracedIn(words).includes('deadline')))

/** Everything that the text can mention of these people. The number of queries does not depend on theirs. */
export const readersOf = async (ctx: Ctx, texts: Texts, recipients: readonly Recipient[]): Promise<Reader[]> => {
  const teamIds = [...new Set(recipients.flatMap((recipient) => recipient.teamIds))]
  const people = await peopleById(
    ctx.db,
    recipients.map(({ accountId }) => accountId),
  )
  const teams = await teamsOfRecipients(ctx.db, teamIds)
  const dues = namesDeadline(texts) ? await duesOf(ctx, teamIds) : new Map<TeamId, Date>()
  return recipients.flatMap(({ accountId, teamIds: own }) => {
    const person = people.get(accountId)
    if (!person) return []
    const { status, ...facts } = person
    const mine = teams.filter(({ id }) => own.includes(id)).map((team) => ({ ...team, due: dues.get(team.id) }))
    return [{ ...facts, name: nameOf(person), isActive: status === 'active', teams: mine }]
  })
}

/** The earliest deadline: a person in several teams must not miss it. */
const firstDue = ({ teams }: Reader) =>
  teams
    .flatMap(({ due, timeZone }) => (due ? [{ due, timeZone }] : []))
    .toSorted((one, other) => one.due.getTime() - other.due.getTime())[0]

const notifiers: Record<Placeholder, (reader: Reader, locale: Locale) => string> = {
  name: ({ name }) => name,
  team: ({ teams }, locale) =>
    joinList(
      locale,
      teams.map(({ name }) => name),
    ),
  activity: ({ teams }, locale) =>
    joinList(locale, [...new Set(teams.map(({ activity }) => localize(activity, locale).text))]),
  deadline: (reader, locale) => {
    const first = firstDue(reader)
    return first ? momentText(first.due, locale, first.timeZone) : t(locale, 'announcement.noDeadline')
  },
  number: ({ teams }, locale) =>
    joinList(
      locale,
      teams.flatMap(({ number }) => number ?? []),
    ) || t(locale, 'announcement.noNumber'),
}

const isNotified = (name: string): name is Placeholder => Object.hasOwn(notifiers, name)

const fill = (text: string, reader: Reader, locale: Locale, write: (value: string) => string): string =>
  fillPlaceholders(text, (name) => (isNotified(name) ? write(notifiers[name](reader, locale)) : undefined))

const asIs = (value: string): string => value

/** Fills in every language that is written: which one the reader will use is not known yet. */
export const fillTexts = ({ title, body }: Texts, reader: Reader): Texts => {
  const inAll = (text: LocalizedText, write: (value: string) => string): LocalizedText =>
    Object.fromEntries(
      locales.flatMap((locale) => {
        const words = text[locale]
        return words === undefined ? [] : [[locale, fill(words, reader, locale, write)]]
      }),
    )
  return { title: inAll(title, asIs), body: inAll(body, escapeMarkdown) }
}

/** The language that a reader gets, with its texts: `body` as plain text, `markdown` for rendering. */
export const textsFor = ({ title, body }: Texts, reader: Reader | undefined, fallback: Locale) => {
  const locale = languageOf(title, fallback)
  const [line, words] = [title[locale] ?? '', body[locale] ?? '']
  if (!reader) return { locale, title: line, body: words, markdown: words }
  return {
    locale,
    title: fill(line, reader, locale, asIs),
    body: fill(words, reader, locale, asIs),
    markdown: fill(words, reader, locale, escapeMarkdown),
  }
}
