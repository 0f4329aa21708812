import { verificationPath } from '@lectern/contract/certificate-values.ts'
import type { PrintedCertificate, Verification } from '@lectern/contract/certificates.ts'
import { Link } from '../../../router/link.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { toneOf, verdictOf, type Verdict } from '../verdict.ts'
import styles from './verification.module.css'

const signs: Record<(typeof toneOf)[Verdict], string> = {
  good: 'm6 12.5 4 4 8-9',
  warm: 'M12 6v7m0 4v.5',
  bad: 'm7 7 10 10M17 7 7 17',
  plain: 'M9 9.5a3 3 0 1 1 4.2 2.7c-.8.4-1.2 1-1.2 1.8m0 3v.5',
}

const Sign = ({ tone }: { tone: keyof typeof signs }) => (
  <svg className={styles.sign} viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
    <circle cx="12" cy="12" r="10.5" />
    <path d={signs[tone]} strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)

/** What is printed, in the order of the paper. */
const printedFields = [
  'name',
  'award',
  'work',
  'team',
  'people',
  'advisors',
  'institution',
  'role',
  'activity',
  'edition',
  'note',
] as const satisfies readonly (keyof PrintedCertificate)[]

const Facts = ({ found }: { found: Verification }) => {
  const { printed, number, date, locale, name, award, activity, edition } = found
  const known = printed ?? { name, award, activity, edition }
  const shown = printedFields.flatMap((field) => {
    const value = field in known ? known[field as keyof typeof known] : undefined
    return value ? [{ field, value }] : []
  })
  return (
    <dl className={styles.facts}>
      <div>
        <dt>
          <FormattedMessage id="certificate.field.number" />
        </dt>
        <dd className={styles.number} translate="no">
          {number}
        </dd>
      </div>
      {shown.map(({ field, value }) => (
        <div key={field}>
          <dt>
            <FormattedMessage id={`certificate.field.${field}`} />
          </dt>
          <dd lang={locale ?? undefined}>{value}</dd>
        </div>
      ))}
      {date !== null && (
        <div>
          <dt>
            <FormattedMessage id="certificate.field.date" />
          </dt>
          <dd lang={locale ?? undefined}>{date}</dd>
        </div>
      )}
    </dl>
  )
}

/** Whether a certificate is valid: its state first, then what the paper must say. */
export const VerificationResult = ({ found }: { found: Verification }) => {
  const verdict = verdictOf(found)
  const tone = toneOf[verdict]
  const { endedAt, reason, replacedBy, number } = found
  return (
    <section className={styles.result} aria-labelledby="verdict">
      <div className={styles.verdict} data-tone={tone}>
        <Sign tone={tone} />
        <div>
          <h2 id="verdict">
            <FormattedMessage id={`certificate.verdict.${verdict}`} />
          </h2>
          <p>
            <FormattedMessage id={`certificate.verdict.${verdict}.about`} />
          </p>
          {endedAt !== null && (
            <p>
              <FormattedMessage id="certificate.endedAt" values={{ moment: <DateTime key="at" value={endedAt} /> }} />
            </p>
          )}
          {reason !== null && (
            <p>
              <FormattedMessage id="certificate.reason" values={{ reason }} />
            </p>
          )}
          {replacedBy !== null && (
            <p>
              <Link className={styles.newer} to={verificationPath(replacedBy)}>
                <FormattedMessage id="certificate.replacedBy" values={{ number: replacedBy }} />
              </Link>
            </p>
          )}
        </div>
      </div>
      {number !== null && found.state !== 'unknown' && <Facts found={found} />}
    </section>
  )
}
