import { accesses } from './account-values.ts'
import type { AnnouncementContent, Audience } from './announcements.ts'
import { enrolmentStates } from './enrolment-values.ts'
import { locales, type Locale } from './locales.ts'

/** Allowed values of announcements; without schemas, so that the browser can load them. */

export const announcementStates = ['draft', 'sending', 'sent'] as const
export type AnnouncementState = (typeof announcementStates)[number]

/** Whom an announcement is for, before it is narrowed down: people in teams, everybody, or all with one access. */
export const audienceBases = ['teams', 'everyone', ...accesses] as const
export type AudienceBase = (typeof audienceBases)[number]

/** How the enrolment of a team stands; `none`: the team has not begun one. */
export const audienceStates = ['none', ...enrolmentStates] as const

/** Everybody in a team of the current edition: nothing narrows it down. */
export const everyTeam: Audience = {
  to: 'teams',
  edition: null,
  activities: [],
  states: [],
  captainsOnly: false,
  teams: [],
  provinces: [],
  people: [],
}

export const announcementLimits = { title: 100, body: 5_000, activities: 50, teams: 100, provinces: 40, people: 200 }

const ofEverybody = ['name'] as const
const ofTeams = ['name', 'team', 'activity', 'deadline', 'number'] as const
export type Placeholder = (typeof ofTeams)[number]

/** What the text may name of each reader: of a team only where everybody is written to as a member of one. */
export const placeholdersFor = (base: AudienceBase): readonly Placeholder[] =>
  base === 'teams' ? ofTeams : ofEverybody

const inBraces = /\{([^{}\n]*)\}/g

/** Everything that stands in braces, once each. */
export const bracedIn = (text: string): string[] => [
  ...new Set([...text.matchAll(inBraces)].map(([, word]) => word!.trim())),
]

/** The text with a value for everything in braces; what has none stays as it is. */
export const fillPlaceholders = (text: string, valueOf: (name: string) => string | undefined): string =>
  text.replaceAll(inBraces, (whole, word: string) => valueOf(word.trim()) ?? whole)

export const announcementParts = ['title', 'body'] as const

interface Missing {
  part: (typeof announcementParts)[number]
  locale: Locale
}

/**
 * What is missing before it can be sent: a language is written as a whole, so that a reader gets title and body in one; at least one
 * language is, by default `language`.
 */
export const missingTexts = (texts: Pick<AnnouncementContent, 'title' | 'body'>, language: Locale): Missing[] => {
  const begun = locales.filter((locale) => texts.title[locale] ?? texts.body[locale])
  const needed = begun.length > 0 ? begun : [language]
  return needed.flatMap((locale) =>
    announcementParts.filter((part) => texts[part][locale] === undefined).map((part) => ({ part, locale })),
  )
}
