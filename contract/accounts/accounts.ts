import { z } from 'zod'
import { accesses, accountStatuses } from './account-values.ts'
import { duties, maxActivities } from './duty-values.ts'
import { email, line, phone, profileFields, search, username } from './account-fields.ts'
import { endpoint } from '../endpoint.ts'
import { enrolmentStates } from '../enrolments/enrolment-values.ts'
import { accountId, activityId, enrolmentId, institutionId, teamId } from '../ids.ts'
import { locales } from '../locales.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { teamRoles } from '../teams/team-values.ts'

const text = z.string().nullable()

/** An account as its owner and organisers see it. */
const user = z.object({
  uid: accountId,
  username: z.string(),
  nickname: text,
  realName: text,
  email: text,
  phone: text,
  /** URL of the picture. */
  avatar: text,
  profile: text,
  country: text,
  /** Codes inside China, free text elsewhere. */
  province: text,
  city: text,
  address: text,
  school: text,
  /** The institution that the school is, if it was chosen from the list or matched. */
  institutionId: institutionId.nullable(),
  department: text,
  title: text,
  locale: z.enum(locales),
  access: z.enum(accesses),
  /** Increases with every change; a change based on an older version is refused. */
  version: z.int(),
})

export const currentUser = user.extend({
  /** The profile has everything that an enrolment needs. */
  isComplete: z.boolean(),
  hasPassword: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** The organisers require a second factor, and this user has none yet. */
  lacksSecondFactor: z.boolean(),
  /** What an organiser looks after; empty for everybody else. */
  duties: z.array(z.enum(duties)),
  /** The activities to which the duty `contest` is limited; null: none, it is for all of them. */
  activities: z.array(activityId).nullable(),
})
export type CurrentUser = z.infer<typeof currentUser>

/** Served at two addresses, because clients of both are in use. */
export const readCurrentUser = endpoint({
  method: 'GET',
  path: '/api/user/currentUser',
  summary: 'The current user; code 4002 and no data for a visitor',
  answer: currentUser,
})

export const readCurrentUserShort = endpoint({ ...readCurrentUser, path: '/user/currentUser' })

/** A member in the list of the office. */
export const member = user.extend({
  status: z.enum(accountStatuses),
  hasSecondFactor: z.boolean(),
  createdAt: z.iso.datetime(),
  seenAt: z.iso.datetime().nullable(),
  /** Why the reader, who competes with them, does not change the account; null: they may. */
  whyNot: z.string().nullable(),
})
export type Member = z.infer<typeof member>

const changes = Object.fromEntries(
  Object.entries(profileFields).map(([name, field]) => [name, field.nullable().optional()]),
) as { [Name in keyof typeof profileFields]: z.ZodOptional<z.ZodNullable<(typeof profileFields)[Name]>> }

const same = { text: z.string().max(400).nullable().optional(), flag: z.boolean().optional() }

/** Read-only fields of currentUser: ignored if unchanged, refused if changed. */
const unchangeable = {
  username: same.text,
  email: same.text,
  phone: same.text,
  avatar: same.text,
  isComplete: same.flag,
  hasPassword: same.flag,
  hasSecondFactor: same.flag,
  lacksSecondFactor: same.flag,
  duties: z.array(z.enum(duties)).max(duties.length).optional(),
  activities: z.array(activityId).max(maxActivities).nullable().optional(),
}

export const updateUser = endpoint({
  method: 'PUT',
  path: '/api/user/user/:uid',
  summary: 'Changes the caller’s profile; organisers may change any profile, and the access',
  params: z.strictObject({ uid: accountId }),
  body: z.strictObject({
    uid: accountId,
    version: z.int().optional(),
    ...changes,
    /** Absent while the school changes: the new spelling belongs to none. */
    institutionId: institutionId.nullable().optional(),
    locale: z.enum(locales).optional(),
    access: z.enum(accesses).optional(),
    ...unchangeable,
  }),
  answer: user,
})

export const memberFilter = z.strictObject({
  search: search.optional(),
  access: z.enum(accesses).optional(),
  status: z.enum(accountStatuses).optional(),
  province: line(64).optional(),
})

export const memberSorts = ['-createdAt', 'createdAt', 'username', '-username'] as const

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/users',
  summary: 'Members, for organisers',
  query: pageQuery.extend({ ...memberFilter.shape, sort: z.enum(memberSorts).default('-createdAt') }),
  answer: pageOf(member).extend({
    /** Why the reader, who takes part, makes nobody an organiser; null: they may. */
    whyNotAppoint: z.string().nullable(),
  }),
})

export const createMember = endpoint({
  method: 'POST',
  path: '/api/users',
  summary: 'Creates a member without a password; a letter explains how to set one',
  idempotent: true,
  body: z.strictObject({
    username,
    email: email.nullable(),
    phone: phone.nullable(),
    realName: profileFields.realName.nullable(),
    school: profileFields.school.nullable(),
    access: z.enum(accesses),
    locale: z.enum(locales),
  }),
  answer: member,
})

const memberParams = z.strictObject({ uid: accountId })
const done = z.object({})

export const readMember = endpoint({
  method: 'GET',
  path: '/api/users/:uid',
  summary: 'One member, for organisers',
  params: memberParams,
  answer: member,
})

export const readMemberContest = endpoint({
  method: 'GET',
  path: '/api/users/:uid/contest',
  summary: 'The teams of a member and their enrolments, the latest first, for organisers',
  params: memberParams,
  answer: z.object({
    teams: z.array(
      z.object({
        id: teamId,
        name: z.string(),
        role: z.enum(teamRoles),
        year: z.int(),
        activity: z.object({ name: z.string(), locale: z.enum(locales) }),
        enrolment: z
          .object({ id: enrolmentId, number: z.string().nullable(), state: z.enum(enrolmentStates) })
          .nullable(),
      }),
    ),
  }),
})
export type MemberTeam = z.infer<typeof readMemberContest.answer>['teams'][number]

export const setMemberStatus = endpoint({
  method: 'PUT',
  path: '/api/users/:uid/status',
  summary: 'Disables a member and ends all their sessions, or enables one again',
  params: memberParams,
  body: z.strictObject({ status: z.enum(accountStatuses), version: z.int() }),
  answer: member,
})

export const setMemberContacts = endpoint({
  method: 'PUT',
  path: '/api/users/:uid/contacts',
  summary: 'Changes the contacts of a member who has lost access to them; both old contacts are notified',
  params: memberParams,
  body: z.strictObject({ email: email.nullable(), phone: phone.nullable(), version: z.int() }),
  answer: member,
})

export const endMemberSessions = endpoint({
  method: 'DELETE',
  path: '/api/users/:uid/sessions',
  summary: 'Ends all sessions of a member',
  params: memberParams,
  answer: z.object({ ended: z.int() }),
})

export const resetMemberSecondFactor = endpoint({
  method: 'DELETE',
  path: '/api/users/:uid/second-factor',
  summary: 'Removes the second factor of a member who lost it; ends all sessions',
  params: memberParams,
  answer: done,
})

export const memberFormats = ['xlsx', 'csv'] as const

/** The response is a file. */
export const exportMembers = endpoint({
  method: 'GET',
  path: '/api/users/export',
  summary: 'Exactly the members of a filter, as a sheet',
  query: memberFilter.extend({ format: z.enum(memberFormats) }),
  answer: z.never(),
})

/** The request body is the sheet itself (XLSX or CSV). */
export const importMembers = endpoint({
  method: 'POST',
  path: '/api/users/import',
  summary: 'Creates members from a sheet: all of them or none; a dry run only reports what would happen',
  query: z.strictObject({ dryRun: z.enum(['true', 'false']).default('true') }),
  answer: z.object({
    dryRun: z.boolean(),
    rows: z.int(),
    created: z.int(),
    /** Row numbers are those of the sheet, including the heading row. */
    problems: z.array(
      z.object({
        row: z.int(),
        column: z.string(),
        /** The cell's text, possibly truncated. */
        value: z.string(),
        message: z.string(),
      }),
    ),
  }),
})

/** The response is a file. */
export const readImportTemplate = endpoint({
  method: 'GET',
  path: '/api/users/import/template',
  summary: 'An empty sheet with the columns of an import',
  answer: z.never(),
})

export const checkImport = endpoint({
  method: 'POST',
  path: '/api/users/import/report',
  summary: 'Checks a sheet like a dry run, and returns it with a column for the problems of each row',
  answer: z.object({
    name: z.string(),
    /** An XLSX file, encoded as base64. */
    content: z.string(),
  }),
})
