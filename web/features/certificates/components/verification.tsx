import { useEffect, useRef } from 'react'
import { verificationPath } from '@lectern/contract/certificates/certificate-values.ts'
import type { PrintedCertificate, Verification } from '@lectern/contract/certificates/certificates.ts'
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

const Facts = ({ verification }: { verification: Verification }) => {
  const { printed, number, date, locale, name, award, activity, edition } = verification
  const facts = printed ?? { name, award, activity, edition }
  const rows = printedFields.flatMap((field) => {
    const value = field in facts ? facts[field as keyof typeof facts] : undefined
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
      {rows.map(({ field, value }) => (
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

/** A file that is not what it seems comes before whatever its number says. */
export const ChangedFile = ({ name }: { name: string }) => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <div ref={box} className={styles.verdict} data-tone="bad">
      <Sign tone="bad" />
      <div>
        <h2>
          <FormattedMessage id="certificate.compare.other" values={{ name }} />
        </h2>
      </div>
    </div>
  )
}

/** Whether a certificate is valid: its state first, then what the paper must say. */
export const VerificationResult = ({ verification }: { verification: Verification }) => {
  const verdict = verdictOf(verification)
  const tone = toneOf[verdict]
  const { endedAt, reason, replacedBy, number } = verification
  return (
    <section className="stack gap-20" aria-labelledby="verdict">
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
              <Link className="strong" to={verificationPath(replacedBy)}>
                <FormattedMessage id="certificate.replacedBy" values={{ number: replacedBy }} />
              </Link>
            </p>
          )}
        </div>
      </div>
      {number !== null && verification.state !== 'unknown' && <Facts verification={verification} />}
    </section>
  )
}
