import { accesses } from '../accounts/account-values.ts'
import type { AnnouncementContent, Audience } from './announcements.ts'
import { enrolmentStates } from '../enrolments/enrolment-values.ts'
import { locales, type Locale } from '../locales.ts'

/** Allowed values of announcements; without schemas, so that the browser can load them. */

export const announcementStates = ['draft', 'sending', 'sent'] as const
export type AnnouncementState = (typeof announcementStates)[number]

/**
 * The group that an announcement is for, before filters apply: people in teams, everybody, or all users with one
 * access.
 */
export const audienceBases = ['teams', 'everyone', ...accesses] as const
export type AudienceBase = (typeof audienceBases)[number]

/** State of a team's enrolment; `none`: the team has not started one. */
export const audienceStates = ['none', ...enrolmentStates] as const

/** The default audience: everybody in a team of the current edition. */
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

/**
 * Placeholders for data of the recipient. Those about teams only work if every recipient is chosen as a member of a
 * team.
 */
export const placeholdersFor = (base: AudienceBase): readonly Placeholder[] =>
  base === 'teams' ? ofTeams : ofEverybody

const inBraces = /\{([^{}\n]*)\}/g

/** All names in braces, without duplicates. */
export const bracedIn = (text: string): string[] => [
  ...new Set([...text.matchAll(inBraces)].map(([, word]) => word!.trim())),
]

/** Replaces the names in braces. A name without a value stays as it is. */
export const fillPlaceholders = (text: string, valueOf: (name: string) => string | undefined): string =>
  text.replaceAll(inBraces, (whole, word: string) => valueOf(word.trim()) ?? whole)

export const announcementParts = ['title', 'body'] as const

interface Missing {
  part: (typeof announcementParts)[number]
  locale: Locale
}

/**
 * What is missing before it can be sent. Each language needs title and body, so that nobody reads a mixture. If nothing
 * is written yet, `language` is required.
 */
export const missingTexts = (texts: Pick<AnnouncementContent, 'title' | 'body'>, language: Locale): Missing[] => {
  const begun = locales.filter((locale) => texts.title[locale] ?? texts.body[locale])
  const needed = begun.length > 0 ? begun : [language]
  return needed.flatMap((locale) =>
    announcementParts.filter((part) => texts[part][locale] === undefined).map((part) => ({ part, locale })),
  )
}
