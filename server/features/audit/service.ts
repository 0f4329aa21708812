import { createHash, randomBytes } from 'node:crypto'
import type { AuditField } from '@lectern/contract/audit/audit-fields.ts'
import type { AuditAction, subjectKinds } from '@lectern/contract/audit/audit-actions.ts'
import type { listAudit as listAuditEndpoint } from '@lectern/contract/audit/audit.ts'
import type { QueryOf } from '@lectern/contract/endpoint.ts'
import type { AccountId, AuditId } from '@lectern/contract/ids.ts'
import type { Actor, Ctx, SignedIn } from '../../platform/context.ts'
import type { SQL } from '../../platform/database/drizzle.ts'
import { newId } from '../../platform/ids.ts'
import { canonical } from './canonical.ts'
import {
  auditPage,
  changesOfAction,
  countAudit,
  countWithheld,
  auditEntriesOnSubject,
  erasePersonalSide,
  insertEntry,
} from './queries.ts'
import type { audit as auditTable, Changes, Personal } from './tables.ts'

/** Only fields that the office has a label for. Tests check nested ones, and values. */
export type AuditValues = Partial<Record<AuditField, unknown>>
type Values = Record<string, unknown>

interface Event {
  subject: { kind: (typeof subjectKinds)[number]; id: string }
  before?: AuditValues
  after?: AuditValues
  /** The values are about a person and can be erased later. */
  personal?: boolean
  onBehalfOf?: AccountId
}

/** Only fields that differ. */
const changesOf = (before: Values | undefined, after: Values | undefined): Changes | null => {
  if (!before && !after) return null
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  const differing = [...names].filter((name) => canonical(before?.[name]) !== canonical(after?.[name]))
  const pick = (values: Values | undefined): Values | null =>
    values ? Object.fromEntries(differing.filter((name) => name in values).map((name) => [name, values[name]])) : null
  return { before: pick(before), after: pick(after) }
}

export const digestOf = (salt: Buffer, content: Personal): Buffer =>
  createHash('sha256').update(salt).update(canonical(content)).digest()

interface AuditedAction extends Pick<Ctx, 'now' | 'requestId' | 'caller'> {
  actor: { kind: 'account'; id: AccountId } | Exclude<Actor, { kind: 'account' }>
}

/** The audit entry of an action, and the personal data stored beside it. */
export const entryOf = ({ actor, now, requestId, caller }: AuditedAction, action: AuditAction, event: Event) => {
  if (actor.kind === 'token') throw new Error('A program with a token changes nothing')
  const { subject, before, after, personal = false, onBehalfOf } = event
  const changes = changesOf(before, after)
  const id = newId<AuditId>(now)
  const salt = randomBytes(16)
  const content: Personal = { changes: personal ? changes : null, address: caller.address || null }
  const entry: typeof auditTable.$inferInsert = {
    id,
    at: now,
    actorKind: actor.kind,
    actorId: actor.kind === 'account' ? actor.id : null,
    onBehalfOf: onBehalfOf ?? null,
    action,
    subjectKind: subject.kind,
    subjectId: subject.id,
    requestId,
    changes: personal ? null : changes,
    personalDigest: digestOf(salt, content),
  }
  return { entry, beside: { auditId: id, salt, content } }
}

/** Writes an audit entry, in the transaction of the action itself. */
export const audit = async (ctx: Ctx, action: AuditAction, event: Event): Promise<void> => {
  const { entry, beside } = entryOf(ctx, action, event)
  const changes = entry.changes ? JSON.stringify(entry.changes) : null
  await insertEntry(ctx.db, { ...entry, changes, salt: beside.salt, content: JSON.stringify(beside.content) })
}

/** The changes logged for the same action of the same user since a moment. */
export const changesSince = (ctx: SignedIn, action: AuditAction, subject: Event['subject'], since: Date) =>
  changesOfAction(ctx.db, {
    actor: ctx.actor.id,
    action,
    subjectKind: subject.kind,
    subjectId: subject.id,
    from: since,
  })

/** Who has done this to the subject, when, and what it changed. Few rows. */
export const auditEntriesOn = (ctx: Ctx, action: AuditAction, { kind, id }: Event['subject']) =>
  auditEntriesOnSubject(ctx.db, { action, subjectKind: kind, subjectId: id })

type AuditQuery = QueryOf<typeof listAuditEndpoint>

/** A page of the log, of what the reader may see. */
export const listEntries = async ({ db }: Ctx, { page, pageSize, from, to, ...filter }: AuditQuery, visible?: SQL) => {
  const filters = {
    ...filter,
    from: from ? new Date(from) : undefined,
    to: to ? new Date(to) : undefined,
    shown: visible,
  }
  const [list, total, withheld] = await Promise.all([
    auditPage(db, filters, { page, pageSize }),
    countAudit(db, filters),
    visible ? countWithheld(db, visible) : 0,
  ])
  return { list, total, page, pageSize, withheld }
}

/**
 * Erases what the log says about a user; their name is no longer found in it. The entries stay and the chain remains
 * valid, because it covers digests.
 */
export const eraseFromAudit = (ctx: Ctx, id: AccountId): Promise<void> => erasePersonalSide(ctx.db, id)
