import { idForm, mostShownOfList } from '@lectern/contract/audit-values.ts'
import type { FormField } from '@lectern/contract/form-fields.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { Database } from '../../platform/database/connect.ts'
import { sql, type SQL } from '../../platform/database/drizzle.ts'
import { account } from '../accounts/tables.ts'
import { announcement } from '../announcements/tables.ts'
import { article } from '../articles/tables.ts'
import { banner } from '../banners/tables.ts'
import { activity, edition, phase } from '../competition/tables.ts'
import { message } from '../contact-messages/tables.ts'
import { document } from '../documents/tables.ts'
import { enrolment } from '../enrolments/tables.ts'
import { expert } from '../experts/tables.ts'
import { file } from '../files/tables.ts'
import { material } from '../materials/tables.ts'
import { partner } from '../partners/tables.ts'
import { team } from '../teams/tables.ts'

/** What an entry is about, as people call it. */
export interface Named {
  /** In several languages, or as it was written. */
  name: LocalizedText | string | null
  /** Tells it apart from others of the same name: a number, a code. */
  detail: string | null
  /** What decides where it is looked at: the kind of an article, the edition of a phase. */
  variant: string | null
  /** Where its dates are told in a zone of their own. */
  timeZone: string | null
  /** The questions of its form. */
  fields: readonly FormField[] | null
}

interface Wanted {
  id: SQL
  from: SQL
  /** JSON: a text in several languages, or a plain one. */
  name: SQL
  detail?: SQL
  variant?: SQL
  timeZone?: SQL
  fields?: SQL
  where?: SQL
}

const plain = (text: SQL): SQL => sql`to_jsonb(${text}::text)`

const inEdition = sql`join ${edition} on ${edition.id} = ${activity.editionId}`
const ofTeam = sql`join ${activity} on ${activity.id} = ${team.activityId} ${inEdition}`

/** How each kind of subject is called. What is left out has no name of its own, or one that is nobody's business. */
const wanted = {
  /** Nobody whose account is gone. */
  account: {
    id: sql`${account.id}`,
    from: sql`${account}`,
    name: plain(sql`${account.username}`),
    detail: sql`coalesce(${account.realName}, ${account.nickname})`,
    where: sql`${account.status} <> 'deleted'`,
  },
  team: {
    id: sql`${team.id}`,
    from: sql`${team} ${ofTeam}`,
    name: plain(sql`${team.name}`),
    timeZone: sql`${edition.timeZone}`,
  },
  enrolment: {
    id: sql`${enrolment.id}`,
    from: sql`${enrolment} join ${team} on ${team.id} = ${enrolment.teamId} ${ofTeam}`,
    name: plain(sql`${team.name}`),
    detail: sql`${enrolment.number}`,
    timeZone: sql`${edition.timeZone}`,
    fields: sql`${activity.fields}`,
  },
  activity: {
    id: sql`${activity.id}`,
    from: sql`${activity} ${inEdition}`,
    name: sql`${activity.name}`,
    detail: sql`${activity.code}`,
    timeZone: sql`${edition.timeZone}`,
    fields: sql`${activity.fields}`,
  },
  edition: {
    id: sql`${edition.id}`,
    from: sql`${edition}`,
    name: sql`${edition.name}`,
    detail: sql`${edition.year}::text`,
    timeZone: sql`${edition.timeZone}`,
  },
  /** Called by what it is a phase of; its kind is told in words. */
  phase: {
    id: sql`${phase.id}`,
    from: sql`${phase} join ${edition} on ${edition.id} = ${phase.editionId} left join ${activity} on ${activity.id} = ${phase.activityId}`,
    name: sql`coalesce(${activity.name}, ${edition.name})`,
    detail: sql`${phase.kind}`,
    variant: sql`${edition.id}::text`,
    timeZone: sql`${edition.timeZone}`,
  },
  article: {
    id: sql`${article.id}`,
    from: sql`${article}`,
    name: sql`${article.title}`,
    variant: sql`${article.kind}`,
  },
  material: { id: sql`${material.id}`, from: sql`${material}`, name: sql`${material.title}` },
  banner: { id: sql`${banner.id}`, from: sql`${banner}`, name: sql`${banner.title}` },
  expert: { id: sql`${expert.id}`, from: sql`${expert}`, name: sql`${expert.name}` },
  partner: { id: sql`${partner.id}`, from: sql`${partner}`, name: sql`${partner.name}` },
  document: {
    id: sql`${document.id}`,
    from: sql`${document}`,
    name: sql`${document.title}`,
    detail: sql`${document.version}::text`,
  },
  /** What people upload for themselves may be called anything. */
  file: {
    id: sql`${file.id}`,
    from: sql`${file}`,
    name: plain(sql`${file.name}`),
    where: sql`${file.purpose} not in ('answer', 'avatar')`,
  },
  message: { id: sql`${message.id}`, from: sql`${message}`, name: plain(sql`${message.reference}`) },
  announcement: { id: sql`${announcement.id}`, from: sql`${announcement}`, name: sql`${announcement.title}` },
} satisfies Record<string, Wanted>

type Kind = keyof typeof wanted

const isKind = (kind: string): kind is Kind => Object.hasOwn(wanted, kind)

export interface Subject {
  subjectKind: string
  subjectId: string
}

const keyOf = ({ subjectKind, subjectId }: Subject): string => `${subjectKind} ${subjectId}`

const selectOf = (kind: Kind, ids: readonly string[]): SQL => {
  const { id, from, name, detail, variant, timeZone, fields, where }: Wanted = wanted[kind]
  const nothing = sql`null`
  return sql`
    select ${kind}::text as kind, ${id}::text as id, ${name} as name, ${detail ?? nothing}::text as detail,
      ${variant ?? nothing}::text as variant, ${timeZone ?? nothing}::text as "timeZone", ${fields ?? nothing}::jsonb as fields
    from ${from} where ${id} = any (${sql.param(ids)}::uuid[]) and ${where ?? sql`true`}`
}

export interface Names {
  of: (subject: Subject) => Named | undefined
}

/** Names of all of these that are still there: one statement, whatever they are and however many. */
export const findNames = async (db: Database, subjects: readonly Subject[]): Promise<Names> => {
  const idsOf = (kind: Kind): string[] => [
    ...new Set(
      subjects.filter((one) => one.subjectKind === kind && idForm.test(one.subjectId)).map((one) => one.subjectId),
    ),
  ]
  const selects = Object.keys(wanted)
    .filter(isKind)
    .map((kind) => selectOf(kind, idsOf(kind)))
  const { rows } = await db.execute<Named & { kind: string; id: string } & Record<string, unknown>>(
    sql.join(selects, sql` union all `),
  )
  const found = new Map(rows.map((row) => [keyOf({ subjectKind: row.kind, subjectId: row.id }), row]))
  return { of: (subject) => found.get(keyOf(subject)) }
}

/** Everything in a value that may be the id of somebody or something. */
const idsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return idForm.test(value) ? [value] : []
  if (Array.isArray(value)) return value.slice(0, mostShownOfList).flatMap(idsIn)
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(idsIn) : []
}

const mentionable = ['account', 'team', 'activity', 'edition'] as const

/** The people, teams, activities and editions that a value may mention: which of these an id belongs to, it does not say. */
export const mentionedIn = (value: unknown): Subject[] =>
  [...new Set(idsIn(value))].flatMap((subjectId) => mentionable.map((subjectKind) => ({ subjectKind, subjectId })))
