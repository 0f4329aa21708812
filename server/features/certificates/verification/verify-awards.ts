import type { Locale } from '@lectern/contract/locales.ts'
import { localize, type LocalizedText } from '@lectern/contract/localized.ts'
import type { CertificateKind } from '@lectern/contract/certificates/certificate-values.ts'
import type { CertificateTemplateId, ResultListId } from '@lectern/contract/ids.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { sql } from '../../../platform/database/drizzle.ts'
import { contentHashOf } from '../issues/numbering.ts'
import type { CertificateContent } from '../tables.ts'

interface PrintedAward extends Record<string, unknown> {
  number: string
  code: string
  kind: CertificateKind
  locale: Locale
  templateId: CertificateTemplateId
  templateNumber: number
  content: CertificateContent
  contentHash: Buffer
  award: string
  title: string
  name: string
  isNamed: boolean
  isReplacement: boolean
  /** What lists that visitors saw say about the work with this prize. */
  given: { label: LocalizedText; title: string; name: string | null }[] | null
  /** Spellings of the name that the person asked for. */
  corrections: string[] | null
}

/** Valid certificates that print the prize of a work, of one list or of all. */
const printedAwards = (db: Database, list: ResultListId | undefined) =>
  db.execute<PrintedAward>(sql`
    select certificate.number, certificate.code, certificate.kind, certificate.locale,
      template_id as "templateId", template_number as "templateNumber", content, content_hash as "contentHash", certificate.replaces_id is not null as "isReplacement",
      certificate.content -> 'values' ->> 'award' as award, certificate.content -> 'values' ->> 'work' as title,
      certificate.content -> 'values' ->> 'name' as name, certificate.holder_id is not null as "isNamed",
      (
        select jsonb_agg(jsonb_build_object('label', tier -> 'label', 'title', result_row.title, 'name', (
          select listed ->> 'name' from jsonb_array_elements(result_row.people) as listed
          where listed ->> 'account' = certificate.holder_id::text limit 1
        )))
        from result_row
        join result_list on result_list.id = result_row.list_id and result_list.public_version is not null
        join lateral jsonb_array_elements(result_list.rules -> 'tiers') as tier on tier ->> 'id' = result_row.prize
        where result_row.work_id = certificate.work_id and result_row.prize = certificate.award
      ) as given,
      (
        select jsonb_agg(to_name) from certificate_correction
        where certificate_correction.work_id = certificate.work_id and account_id = holder_id and state = 'accepted'
      ) as corrections
    from certificate
    where state = 'issued' and work_id is not null and award <> ''
      and (${list ?? null}::uuid is null or exists (
        select from result_row where result_row.list_id = ${list ?? null}::uuid and result_row.work_id = certificate.work_id
      ))
    order by certificate.number collate "C"
  `)

/** Whether a certificate says what a list says. Whoever replaced one may have corrected the spelling of names and titles. */
const isAsListed = ({
  locale,
  award,
  title,
  name,
  isNamed,
  isReplacement,
  given,
  corrections,
}: PrintedAward): boolean =>
  (given ?? []).some(
    (row) =>
      localize(row.label, locale).text === award &&
      (isReplacement || row.title === title) &&
      (isReplacement || !isNamed || row.name === name || (corrections ?? []).includes(name)),
  )

/** Everything that is printed was hashed when the certificate was issued, also what lists do not say, such as its institution. */
const isAsIssued = (printed: PrintedAward): boolean => contentHashOf(printed).equals(printed.contentHash)

export interface VerifiedAwards {
  count: number
  /** Numbers of certificates that say something else than the list, or than they did when they were issued. */
  broken: string[]
}

/** Compares what valid certificates print with the lists that visitors saw. */
export const verifyAwards = async (db: Database, list?: ResultListId): Promise<VerifiedAwards> => {
  const { rows } = await printedAwards(db, list)
  return {
    count: rows.length,
    broken: rows.filter((row) => !isAsIssued(row) || !isAsListed(row)).map(({ number }) => number),
  }
}
