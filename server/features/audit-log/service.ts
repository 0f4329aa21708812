import type { listAudit as listAuditEndpoint } from '@lectern/contract/audit/audit.ts'
import type { QueryOf } from '@lectern/contract/endpoint.ts'
import type { SignedIn } from '../../platform/context.ts'
import { sql } from '../../platform/database/drizzle.ts'
import { listEntries } from '../audit/service.ts'
import { ownActivities } from '../steps/service.ts'
import { findNames, mentionedIn, whereOfOthers, type Subject, type SubjectKinds } from './names.ts'

type AuditQuery = QueryOf<typeof listAuditEndpoint>

const personOf = (id: string | null | undefined): Subject[] => (id ? [{ subjectKind: 'account', subjectId: id }] : [])

/**
 * A page of the log, with the names of all users and subjects that still exist. What it says about activities in which
 * the reader takes part, such as experts and prizes, is withheld.
 */
export const listAudit = async (ctx: SignedIn, kinds: SubjectKinds, query: AuditQuery) => {
  const activities = await ownActivities(ctx)
  const own = activities.size > 0 ? sql`${sql.param([...activities.keys()])}::uuid[]` : undefined
  const page = await listEntries(ctx, query, own && whereOfOthers(kinds, own))
  const { actor, subjectKind, subjectId } = query
  const chosen = { actor: personOf(actor), subject: subjectKind && subjectId ? [{ subjectKind, subjectId }] : [] }
  const mentioned = page.list.flatMap(({ changes, personal }) => mentionedIn(kinds, changes ?? personal?.changes))
  const actors = page.list.flatMap(({ actorId }) => personOf(actorId))
  const subjects = [...page.list, ...actors, ...mentioned, ...chosen.actor, ...chosen.subject]
  const names = await findNames(ctx.db, kinds, subjects, own)
  return { ...page, chosen, mentioned, names }
}
