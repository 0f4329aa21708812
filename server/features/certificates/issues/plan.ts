import type { CertificateDesign } from '@lectern/contract/certificates/certificate-designs.ts'
import { certificateNumber, maxSequence } from '@lectern/contract/certificates/certificate-numbers.ts'
import type { CertificateKind, MergeValues, PlanOutcome } from '@lectern/contract/certificates/certificate-values.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { localize } from '@lectern/contract/localized.ts'
import { formatMoment } from '@lectern/contract/moment-formats.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { sql } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { t } from '../../../platform/messages.ts'
import { findEdition } from './award-queries.ts'
import type { IssueRow } from './issue-queries.ts'
import { checkPrinting, problemText } from '../drawing/print.ts'
import { recipientsOf, requireSource, type Recipient } from './recipients.ts'
import { requireSeries } from './series.ts'
import type { CertificateContent } from '../tables.ts'
import { requireTemplate } from '../templates/templates.ts'

/** The name of the site, as certificates print it. */
export type SiteTitle = (locale: Locale) => string

export interface Planned extends Recipient {
  content: CertificateContent
  outcome: PlanOutcome
  /** Of the certificate that they have or had. */
  number: string | null
  problems: string[]
}

export interface Plan {
  rows: Planned[]
  /** The version of the template that they were checked with. */
  design: CertificateDesign
  templateNumber: number
}

const keyOf = ({ subject, person, award }: Pick<Recipient, 'subject' | 'person' | 'award'>): string =>
  JSON.stringify([subject, person, award])

interface Existing {
  number: string
  isValid: boolean
}

/** The certificates that people have by now. */
export interface ExistingCertificates {
  /** The same one: the valid one, else the last. */
  same: (recipient: Recipient) => Existing | undefined
  /** The number of a valid one for another prize of the same work: the results have changed since it was issued. */
  forOtherPrize: (recipient: Recipient) => string | undefined
}

const workKeyOf = ({ subject, person }: Pick<Recipient, 'subject' | 'person'>): string =>
  JSON.stringify([subject, person])

export const existingCertificates = async (
  db: Database,
  kind: CertificateKind,
  recipients: readonly Pick<Recipient, 'subject' | 'person'>[],
): Promise<ExistingCertificates> => {
  const { rows } = await db.execute<{
    subject: string
    person: string
    award: string
    number: string
    valid: boolean
  }>(sql`
    select subject, person, award, number, state = 'issued' as valid from certificate
    where kind = ${kind}
      and subject = any (${sql.param([...new Set(recipients.map(({ subject }) => subject))])}::text[])
      and person = any (${sql.param([...new Set(recipients.map(({ person }) => person))])}::text[])
    order by state = 'issued', issued_at, sequence
  `)
  const existing = new Map(rows.map((row) => [keyOf(row), { number: row.number, isValid: row.valid }]))
  const prizes = new Map(rows.filter(({ valid, award }) => valid && award !== '').map((row) => [workKeyOf(row), row]))
  return {
    same: (recipient) => existing.get(keyOf(recipient)),
    forOtherPrize: (recipient) => {
      // Rows of a sheet may name several awards of a person.
      if (recipient.workId === null || recipient.award === '') return undefined
      const prize = prizes.get(workKeyOf(recipient))
      return prize && prize.award !== recipient.award ? prize.number : undefined
    },
  }
}

/** What is the same on all certificates of an issue. */
const sharedValues = async (ctx: Ctx, issue: IssueRow, siteTitle: SiteTitle) => {
  const edition = await findEdition(ctx.db, issue.editionId)
  if (!edition) throw fail('edition.notFound')
  return {
    edition: localize(edition.name, issue.locale).text,
    year: String(edition.year),
    // A day has no zone.
    date: formatMoment(issue.locale, new Date(`${issue.dated}T12:00:00Z`), 'day', 'UTC'),
    site: siteTitle(issue.locale),
  }
}

/** Who would get what now. The same input has the same plan. */
export const planIssue = async (ctx: Ctx, issue: IssueRow, siteTitle: SiteTitle): Promise<Plan> => {
  const { kind, source, locale, sheet } = issue
  const { title } = await requireSource(ctx, kind, source)
  const { design, number: templateNumber } = await requireTemplate(ctx, issue.templateId)
  const series = await requireSeries(ctx, issue.seriesId)
  const shared = await sharedValues(ctx, issue, siteTitle)
  const recipients = await recipientsOf(ctx, source, { kind, locale, title, sheet })
  const existing = await existingCertificates(ctx.db, kind, recipients)
  const rows = recipients.map((recipient): Planned => {
    const former = existing.same(recipient)
    const isWanted = !former || (!former.isValid && issue.revokedToo)
    return {
      ...recipient,
      content: { values: { ...recipient.values, ...shared }, site: ctx.installation.address },
      outcome: isWanted ? 'new' : former.isValid ? 'issued' : 'revoked',
      number: former?.number ?? null,
      problems: [],
    }
  })
  // Numbers of a series are about equally wide.
  const sample = certificateNumber(series, maxSequence)
  const wanted = rows.filter(({ outcome }) => outcome === 'new')
  const values = wanted.map(({ content }): MergeValues => ({ ...content.values, number: sample }))
  const problems = await checkPrinting({ design, locale, values })
  for (const [index, row] of wanted.entries()) {
    row.problems = problems[index]!.map((problem) => problemText(ctx.locale, problem, row.values.name))
    const other = existing.forOtherPrize(row)
    if (other !== undefined) row.problems.push(t(ctx.locale, 'certificates.problem.otherPrize', { number: other }))
    if (row.hasOpenCorrection) row.problems.push(t(ctx.locale, 'certificates.problem.openCorrection'))
    if (row.problems.length > 0) row.outcome = 'blocked'
  }
  return { rows, design, templateNumber }
}
