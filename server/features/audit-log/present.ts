import { auditActions } from '@lectern/contract/audit/audit-actions.ts'
import type { AuditEntry } from '@lectern/contract/audit/audit.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Named, Subject } from './names.ts'
import type { listAudit } from './service.ts'

type ListedAudit = Awaited<ReturnType<typeof listAudit>>

/** A name in the reader's language, and which language that is where it has one. */
const nameIn = ({ locale: readerLocale }: Ctx, named: Named | undefined) => {
  if (!named?.name) return { name: null, locale: null }
  if (typeof named.name === 'string') return { name: named.name, locale: null }
  const { text, locale } = localize(named.name, readerLocale)
  return text ? { name: text, locale } : { name: null, locale: null }
}

/** The questions of a form that an entry names by their ids. */
const questionsOf = (ctx: Ctx, named: Named | undefined, values: unknown): Record<string, string> => {
  const text = JSON.stringify(values ?? null)
  const fields = named?.fields?.filter(({ id }) => text.includes(JSON.stringify(id))) ?? []
  return Object.fromEntries(fields.map(({ id, label }) => [id, localize(label, ctx.locale).text]))
}

const presentEntry = (
  ctx: Ctx,
  { changes, personal, personalDigest, ...row }: ListedAudit['list'][number],
  { names }: ListedAudit,
): AuditEntry => {
  const subject = names.of(row)
  const actor = row.actorId ? names.of({ subjectKind: 'account', subjectId: row.actorId }) : undefined
  const { name, locale } = nameIn(ctx, subject)
  const values = changes ?? personal?.changes
  return {
    id: row.id,
    at: row.at.toISOString(),
    actorKind: row.actorKind,
    actorId: row.actorId,
    actorName: nameIn(ctx, actor).name,
    action: row.action,
    subjectKind: row.subjectKind,
    subjectId: row.subjectId,
    subjectName: name,
    subjectDetail: subject?.detail ?? null,
    subjectLocale: locale,
    subjectVariant: subject?.variant ?? null,
    timeZone: subject?.timeZone ?? null,
    before: values?.before ?? null,
    after: values?.after ?? null,
    questions: questionsOf(ctx, subject, values),
    address: personal?.address ?? null,
    requestId: row.requestId,
    erased: personalDigest !== null && personal === null,
  }
}

const fullName = (ctx: Ctx, named: Named | undefined): string | null => {
  const { name } = nameIn(ctx, named)
  return name && named?.detail ? `${name} · ${named.detail}` : name
}

export const presentAuditPage = (ctx: Ctx, listed: ListedAudit) => {
  const { list, total, page, pageSize, withheld, chosen, mentioned, names } = listed
  const nameOf = ([subject]: readonly Subject[]) => (subject ? fullName(ctx, names.of(subject)) : null)
  return {
    total,
    page,
    pageSize,
    withheld,
    list: list.map((row) => presentEntry(ctx, row, listed)),
    names: Object.fromEntries(
      mentioned.flatMap((subject) => {
        const name = nameOf([subject])
        return name === null ? [] : [[subject.subjectId, name]]
      }),
    ),
    chosen: { actor: nameOf(chosen.actor), subject: nameOf(chosen.subject) },
    /** All actions that can be filtered by. */
    actions: [...auditActions],
  }
}
