import { createHash } from 'node:crypto'
import { canonicalJson, type CanonicalValue } from '@lectern/contract/canonical-json.ts'
import { certificateCodeLength, type CertificateKind } from '@lectern/contract/certificates/certificate-values.ts'
import type {
  AccountId,
  ActivityId,
  CertificateId,
  CertificateIssueId,
  CertificateSeriesId,
  CertificateTemplateId,
  EditionId,
  WorkId,
} from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { Ctx } from '../../../platform/context.ts'
import { sql } from '../../../platform/database/drizzle.ts'
import { newId } from '../../../platform/ids.ts'
import { randomLetters } from '../../../platform/random-letters.ts'
import { queueEvents } from '../../webhooks/service.ts'
import { reserveNumbers } from './series.ts'
import type { CertificateContent } from '../tables.ts'

/** What certificates that are numbered together have in common. */
export interface Batch {
  issueId: CertificateIssueId
  seriesId: CertificateSeriesId
  kind: CertificateKind
  editionId: EditionId
  activityId: ActivityId | null
  templateId: CertificateTemplateId
  templateNumber: number
  locale: Locale
}

export interface NewCertificate {
  subject: string
  person: string
  award: string
  workId: WorkId | null
  holderId: AccountId | null
  /** Of one that replaces another whose holder is gone. */
  isHolderErased?: boolean
  content: CertificateContent
  replacesId?: CertificateId
}

interface Hashed extends Pick<Batch, 'kind' | 'locale' | 'templateId' | 'templateNumber'> {
  number: string
  code: string
  content: CertificateContent
}

/** Over everything that decides what is printed. */
export const contentHashOf = ({ number, code, kind, locale, templateId, templateNumber, content }: Hashed): Buffer => {
  const hashed = { number, code, kind, locale, template: templateId, version: templateNumber, content }
  return createHash('sha256')
    .update(canonicalJson(hashed as unknown as CanonicalValue))
    .digest()
}

/**
 * Numbers certificates in their order, stores them and tells webhooks. Numbers and rows are committed together: there are no gaps. Requires a
 * transaction.
 */
export const numberCertificates = async (
  ctx: Ctx,
  batch: Batch,
  certificates: readonly NewCertificate[],
): Promise<{ id: CertificateId; number: string }[]> => {
  const { db, now } = ctx
  const numbers = await reserveNumbers(db, batch.seriesId, certificates.length)
  const rows = certificates.map((certificate, index) => {
    const { number, sequence } = numbers[index]!
    const code = randomLetters(certificateCodeLength)
    const { values } = certificate.content
    return {
      id: newId<CertificateId>(now),
      sequence,
      number,
      code,
      subject: certificate.subject,
      person: certificate.person,
      award: certificate.award,
      work_id: certificate.workId,
      holder_id: certificate.holderId,
      is_holder_erased: certificate.isHolderErased ?? false,
      replaces_id: certificate.replacesId ?? null,
      content: certificate.content,
      content_hash: contentHashOf({ ...batch, number, code, content: certificate.content }).toString('hex'),
      institution: values.institution,
      found: [number, values.name, values.work, values.institution, values.team].join(' '),
    }
  })
  await db.execute(sql`
    insert into certificate (
      id, issue_id, series_id, sequence, number, code, kind, subject, person, award, edition_id, activity_id, work_id, holder_id,
      is_holder_erased, template_id, template_number, locale, content, content_hash, institution, search, state, issued_at, replaces_id
    )
    select id, ${batch.issueId}, ${batch.seriesId}, sequence, number, code, ${batch.kind}, subject, person, award,
      ${batch.editionId}, ${batch.activityId}, work_id, holder_id, is_holder_erased, ${batch.templateId}, ${batch.templateNumber}::integer, ${batch.locale},
      content, decode(content_hash, 'hex'), institution, search_lexemes(found), 'issued', ${now}, replaces_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      id uuid, sequence integer, number text, code text, subject text, person text, award text, work_id uuid, holder_id uuid, is_holder_erased boolean,
      content jsonb, content_hash text, institution text, found text, replaces_id uuid
    )
    order by sequence
  `)
  await db.execute(sql`
    update certificate_template_version set used_at = ${now}
    where template_id = ${batch.templateId} and number = ${batch.templateNumber} and used_at is null
  `)
  await queueEvents(
    ctx,
    'certificate.issued',
    rows.map(({ id, replaces_id: replaces }) => ({ id, ...(replaces && { replaces }) })),
  )
  return rows.map(({ id, number }) => ({ id, number }))
}
