import {
  agreementNames,
  type AccessValue,
  type Channel,
  type NoticeKind,
} from '@lectern/contract/accounts/account-values.ts'
import type { AccountId, NoticeId } from '@lectern/contract/ids.ts'
import { defaultLocale, type Locale } from '@lectern/contract/locales.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import { account, organiser } from '../../features/accounts/tables.ts'
import { consent, document } from '../../features/documents/tables.ts'
import { notice } from '../../features/notices/tables.ts'
import { credential } from '../../features/sign-in/tables.ts'
import type { Database } from '../../platform/database/connect.ts'
import { desc, inArray } from '../../platform/database/drizzle.ts'
import { newId } from '../../platform/ids.ts'
import { readList } from './lists.ts'

/** An entry of people.json. Missing fields are not filled in. */
interface Listed {
  username: string
  access?: AccessValue
  status?: 'disabled'
  realName?: string
  nickname?: string
  profile?: string
  /** Abroad; else `city` is a region code, which determines the province. */
  country?: string
  province?: string
  city?: string
  school?: string
  department?: string
  title?: string
  locale?: Locale
  /** Absent: both. */
  contacts?: Channel[]
  /** Days since sign-up, as a negative number. */
  day: number
}

interface ListedNotice {
  /** Usernames, or a group of people; `unfinished`: everyone with an incomplete profile. */
  to: 'everyone' | 'experts' | 'unfinished' | string[]
  kind: NoticeKind
  day: number
  link: string
  title: LocalizedText
  body: LocalizedText
}

const dayMilliseconds = 86_400_000
const minuteMilliseconds = 60_000

/** A varying office hour of that day, never in the future. */
const momentOf = (day: number, position: number, now: Date): Date => {
  const date = new Date(now.getTime() + day * dayMilliseconds)
  date.setUTCHours(1 + ((position * 5) % 9), (position * 17) % 60, (position * 29) % 60, 0)
  return date < now ? date : new Date(now.getTime() - (position + 1) * minuteMilliseconds)
}

/** Reserved domains and invented numbers; a demo sends nothing to either. */
const domains = ['example.org', 'example.com', 'example.net']
const prefixes = ['138', '139', '150', '158', '177', '186', '188']

const contactsOf = ({ username, contacts = ['mail', 'sms'] }: Listed, position: number) => ({
  email: contacts.includes('mail') ? `${username}@${domains[position % domains.length]}` : null,
  phone: contacts.includes('sms')
    ? `+86${prefixes[position % prefixes.length]}0000${String(1_001 + position * 37).padStart(4, '0')}`
    : null,
})

const placeOf = ({ country, province, city }: Listed) => {
  if (country) return { country, province: province ?? null, city: city ?? null }
  return city
    ? { country: 'CN', province: `${city.slice(0, 2)}0000`, city }
    : { country: null, province: null, city: null }
}

const rowOf = (person: Listed, position: number, now: Date) => {
  const createdAt = momentOf(person.day, position, now)
  return {
    id: newId<AccountId>(createdAt),
    username: person.username,
    nickname: person.nickname ?? null,
    realName: person.realName ?? null,
    ...contactsOf(person, position),
    profile: person.profile ?? null,
    ...placeOf(person),
    school: person.school ?? null,
    department: person.department ?? null,
    title: person.title ?? null,
    locale: person.locale ?? defaultLocale,
    access: person.access ?? ('user' as const),
    status: person.status ?? ('active' as const),
    createdAt,
    updatedAt: createdAt,
  }
}

export type SeedPerson = ReturnType<typeof rowOf>

const audienceOf = (to: ListedNotice['to'], people: readonly SeedPerson[]) => {
  const since = new Date(0)
  if (to === 'everyone') return [{ audience: 'everyone' as const, since }]
  if (to === 'experts') return [{ audience: 'access' as const, audienceAccess: 'expert' as const, since }]
  const knownFields =
    to === 'unfinished'
      ? people.filter(({ title }) => title === null)
      : people.filter(({ username }) => to.includes(username))
  return knownFields.map(({ id, createdAt }) => ({ audience: 'account' as const, accountId: id, since: createdAt }))
}

const seedNotices = async (db: Database, people: readonly SeedPerson[], now: Date): Promise<void> => {
  const listed = await readList<ListedNotice>('people/notices.json')
  const rows = listed.flatMap(({ to, day, ...text }, position) => {
    const moment = momentOf(day, position, now)
    // Nobody has notices from before they signed up.
    return audienceOf(to, people).map(({ since, ...audience }) => {
      const createdAt = moment > since ? moment : since
      return { id: newId<NoticeId>(createdAt), ...audience, ...text, createdAt }
    })
  })
  await db.insert(notice).values(rows)
}

/** Everyone has agreed to the agreements in force. */
const seedConsents = async (db: Database, people: readonly SeedPerson[]): Promise<void> => {
  const documents = await db
    .selectDistinctOn([document.name], { id: document.id, publishedAt: document.publishedAt })
    .from(document)
    .where(inArray(document.name, [...agreementNames]))
    .orderBy(document.name, desc(document.version))
  const rows = documents.flatMap((inForce) =>
    people.map(({ id, locale, createdAt }) => ({
      accountId: id,
      documentId: inForce.id,
      locale,
      givenAt: createdAt > inForce.publishedAt ? createdAt : inForce.publishedAt,
    })),
  )
  if (rows.length > 0) await db.insert(consent).values(rows)
}

/** The usernames of the demo: nobody else can have taken them. */
export const demoUsernames = async (): Promise<string[]> =>
  (await readList<Listed>('people/people.json')).map(({ username }) => username)

/** The expert whom visitors of the demo sign in as. */
export const demoExpert = 'gaoyuanzhi'

/** Who confirms what the organiser of the demo proposes, and decides on objections. */
export const secondOrganiser = 'qianshuyu'

/** Who reads everything in the office and changes nothing. */
export const demoAuditor = 'hejingwen'

/** Who acts for a province and for one of its schools. */
export const demoOfficers = { province: 'shenyifan', school: 'guchenxi' }

/** Organisers, experts and participants. The organisers, one expert and two officers have this password, the others sign in with a code. */
export const seedPeople = async (db: Database, now: Date, password: string | null): Promise<SeedPerson[]> => {
  const people = (await readList<Listed>('people/people.json')).map((person, position) => rowOf(person, position, now))
  await db.insert(account).values(people)
  const passwordChangedAt = password === null ? null : now
  const named = [demoExpert, ...Object.values(demoOfficers)]
  const withPassword = people.filter(({ access, username }) => access === 'admin' || named.includes(username))
  await db.insert(credential).values(withPassword.map(({ id }) => ({ accountId: id, password, passwordChangedAt })))
  const auditor = people.find(({ username }) => username === demoAuditor)!
  await db.insert(organiser).values({ accountId: auditor.id, duties: ['audit'], changedAt: auditor.createdAt })
  await seedConsents(db, people)
  await seedNotices(db, people, now)
  return people
}
