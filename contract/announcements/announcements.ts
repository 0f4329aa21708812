import { z } from 'zod'
import { line, search } from '../accounts/account-fields.ts'
import {
  announcementLimits as limits,
  announcementStates,
  audienceBases,
  audienceStates,
} from './announcement-values.ts'
import { seenVersion, versionQuery } from '../ordering.ts'
import { endpoint } from '../endpoint.ts'
import { accountId, activityId, announcementId, editionId, teamId } from '../ids.ts'
import { locales } from '../locales.ts'
import { localizedLine, localizedLines } from '../localized-fields.ts'
import { pageOf, pageQuery } from '../paging.ts'

/** All given conditions must match; within a list, any one. Empty conditions are ignored. */
const criteria = z.strictObject({
  to: z.enum(audienceBases),
  /** Teams of this edition; null: of the current one. */
  edition: editionId.nullable(),
  activities: z.array(activityId).max(limits.activities),
  states: z.array(z.enum(audienceStates)).max(audienceStates.length),
  captainsOnly: z.boolean(),
  teams: z.array(teamId).max(limits.teams),
  /** The province in the user's profile. */
  provinces: z.array(line(64)).max(limits.provinces),
  people: z.array(accountId).max(limits.people),
})
export type Audience = z.infer<typeof criteria>

/** Conditions on teams are not allowed for audiences without teams. */
const audience = criteria.check(({ value, issues }) => {
  if (value.to === 'teams') return
  const ofTeams = { edition: value.edition !== null, captainsOnly: value.captainsOnly }
  const values = { ...ofTeams, activities: value.activities[0], states: value.states[0], teams: value.teams[0] }
  for (const [field, isGiven] of Object.entries(values))
    if (isGiven) issues.push({ code: 'custom', input: value, path: [field] })
})

const texts = {
  title: localizedLine(limits.title),
  /** Markdown. */
  body: localizedLines(limits.body),
  /** A path of this site. */
  link: z
    .string()
    .max(500)
    .regex(/^\/(?![/\\])[^\s\p{Cc}]*$/u)
    .nullable(),
}

const content = z.strictObject({ audience, ...texts })
export type AnnouncementContent = z.infer<typeof content>

const localized = z.partialRecord(z.enum(locales), z.string())

const announcement = z.object({
  id: announcementId,
  state: z.enum(announcementStates),
  audience,
  /** Names of the teams and people in the audience; deleted ones are left out. */
  named: z.record(z.string(), z.string()),
  title: localized,
  body: localized,
  /** The body as readers see it, once it is sent. */
  html: localized,
  link: z.string().nullable(),
  version: z.int(),
  updatedAt: z.iso.datetime(),
  /** Null if the account was deleted. */
  sentBy: z.string().nullable(),
  sentAt: z.iso.datetime().nullable(),
  /** After sending: the number of recipients, of delivered notices, and of read ones. */
  people: z.int().nullable(),
  told: z.int(),
  readers: z.int(),
  /** The mails that go with it, and their delivery state. */
  letters: z.object({ all: z.int(), sent: z.int(), failed: z.int(), waiting: z.int() }),
  /** Why the reader, who takes part, does not change this draft; null: they may, or it is sent. */
  whyNot: z.string().nullable(),
})
export type Announcement = z.infer<typeof announcement>

const params = z.strictObject({ id: announcementId })

export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/api/announcements',
  summary: 'Announcements including drafts, the last changed first, for organisers',
  query: pageQuery.extend({ state: z.enum(announcementStates).optional(), search: search.optional() }),
  answer: pageOf(announcement),
})

export const readAnnouncement = endpoint({
  method: 'GET',
  path: '/api/announcements/:id',
  summary: 'An announcement, for organisers',
  params,
  answer: announcement,
})

export const createAnnouncement = endpoint({
  method: 'POST',
  path: '/api/announcements',
  summary: 'Creates an announcement as a draft',
  idempotent: true,
  body: content,
  answer: announcement,
})

export const saveAnnouncement = endpoint({
  method: 'PUT',
  path: '/api/announcements/:id',
  summary: 'Saves a draft; refused if somebody else has saved it meanwhile, or it has been sent',
  params,
  body: content.extend({ version: seenVersion }),
  answer: announcement,
})

export const deleteAnnouncement = endpoint({
  method: 'DELETE',
  path: '/api/announcements/:id',
  summary: 'Deletes a draft',
  params,
  query: versionQuery,
  answer: z.object({}),
})

const recipient = z.object({
  id: accountId,
  name: z.string(),
  username: z.string(),
  school: z.string().nullable(),
  /** Names of the teams through which the person is a recipient. */
  teams: z.array(z.string()),
  /** Whether they also get it by mail. */
  mail: z.boolean(),
})
export type AnnouncementRecipient = z.infer<typeof recipient>

export const findRecipients = endpoint({
  method: 'POST',
  path: '/api/announcements/recipients',
  summary: 'The current recipients of an audience: exact numbers, and a page of the people',
  body: z.strictObject({
    audience,
    search: search.optional(),
    page: z.int().min(1).max(100_000).default(1),
    pageSize: z.int().min(1).max(100).default(10),
  }),
  answer: pageOf(recipient).extend({
    people: z.int(),
    letters: z.int(),
    /** Why the reader, who takes part, writes nothing to this audience; null: they may. */
    whyNot: z.string().nullable(),
  }),
})

export const previewAnnouncement = endpoint({
  method: 'POST',
  path: '/api/announcements/preview',
  summary: 'Preview of an announcement for one of its recipients',
  body: content.extend({
    /** Absent: the first recipient. */
    recipient: accountId.optional(),
    /** Absent: the language of the recipient. */
    locale: z.enum(locales).optional(),
  }),
  answer: z.object({
    /** Null: the audience is empty, and placeholders are not replaced. */
    recipient: z.object({ id: accountId, name: z.string() }).nullable(),
    title: z.string(),
    html: z.string(),
    /** The language of the text. */
    locale: z.enum(locales),
    /** The requested language. */
    asked: z.enum(locales),
  }),
})

export const testAnnouncement = endpoint({
  method: 'POST',
  path: '/api/announcements/test',
  summary: 'Sends a copy to the caller only',
  body: content.extend({ recipient: accountId.optional() }),
  answer: z.object({ mail: z.boolean() }),
})

export const sendAnnouncement = endpoint({
  method: 'POST',
  path: '/api/announcements/:id/send',
  summary: 'Sends an announcement, once; refused if the number of recipients differs from the confirmed one',
  params,
  idempotent: true,
  body: z.strictObject({ version: seenVersion, people: z.int().min(1) }),
  answer: announcement,
})
