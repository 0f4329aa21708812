import type { listAudit as listAuditEndpoint } from '@lectern/contract/audit.ts'
import type { QueryOf } from '@lectern/contract/endpoint.ts'
import type { Ctx } from '../../platform/context.ts'
import { listEntries } from '../audit/service.ts'
import { findNames, mentionedIn, type Subject, type SubjectKinds } from './names.ts'

type AuditQuery = QueryOf<typeof listAuditEndpoint>

const personOf = (id: string | null | undefined): Subject[] => (id ? [{ subjectKind: 'account', subjectId: id }] : [])

/** A page of the log, with the names of all users and subjects that still exist. */
export const listAudit = async (ctx: Ctx, kinds: SubjectKinds, query: AuditQuery) => {
  const page = await listEntries(ctx, query)
  const { actor, subjectKind, subjectId } = query
  const chosen = { actor: personOf(actor), subject: subjectKind && subjectId ? [{ subjectKind, subjectId }] : [] }
  const mentioned = page.list.flatMap(({ changes, personal }) => mentionedIn(kinds, changes ?? personal?.changes))
  const actors = page.list.flatMap(({ actorId }) => personOf(actorId))
  const names = await findNames(ctx.db, kinds, [
    ...page.list,
    ...actors,
    ...mentioned,
    ...chosen.actor,
    ...chosen.subject,
  ])
  return { ...page, chosen, mentioned, names }
}
