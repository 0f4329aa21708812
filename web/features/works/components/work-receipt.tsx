import type { Receipt } from '@lectern/contract/works/works.ts'
import { zoneName } from '@lectern/contract/zone-names.ts'
import type { MessageId } from '@lectern/messages/message-id.ts'
import type { ReactNode } from 'react'
import { AnyLink, Link } from '../../../router/link.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { manifestAddress, receiptPath, receiptPdfAddress, workPath } from '../work-address.ts'
import { Hash } from './hash.tsx'
import styles from './work-receipt.module.css'

interface ReceiptProps {
  receipt: Receipt
}

/** The server's time, to the second, with its zone and distance from UTC. */
const SubmittedAt = ({ receipt: { submittedAt, timeZone } }: ReceiptProps) => {
  const intl = useIntl()
  const at = new Date(submittedAt)
  const offset = zoneName('en-US', timeZone, { style: 'longOffset', at }).replace('GMT', 'UTC')
  const values = {
    date: intl.formatMoment(submittedAt, 'day', timeZone),
    time: intl.formatMoment(submittedAt, 'timeToSecond', timeZone),
    zone: intl.formatList([zoneName(intl.locale, timeZone, { at }), offset]),
  }
  return <time dateTime={submittedAt}>{intl.formatMessage({ id: 'time.exact' }, values)}</time>
}

const Fact = ({ label, children }: { label: MessageId; children: ReactNode }) => (
  <div>
    <dt>
      <FormattedMessage id={label} />
    </dt>
    <dd>{children}</dd>
  </div>
)

const Part = ({ id, title, children }: { id: string; title: MessageId; children: ReactNode }) => (
  <section className={`stack-fit gap-12 ${styles.part}`} aria-labelledby={id}>
    <h2 id={id}>
      <FormattedMessage id={title} />
    </h2>
    {children}
  </section>
)

const Standing = ({ receipt: { workId, number, latest, hasStanding } }: ReceiptProps) => (
  <div className="print-hidden">
    <Notice kind={hasStanding && number === latest ? 'success' : 'note'}>
      {!hasStanding ? (
        <p>
          <FormattedMessage id="receipt.void" />
        </p>
      ) : number === latest ? (
        <p>
          <FormattedMessage id="receipt.stands" />
        </p>
      ) : (
        <p>
          <Link to={receiptPath(workId, latest)}>
            <FormattedMessage id="receipt.replaced" values={{ latest }} />
          </Link>
        </p>
      )}
    </Notice>
  </div>
)

/** Every submission has its receipt, the newest first. */
const Versions = ({ receipt: { workId, number, latest } }: ReceiptProps) => {
  const intl = useIntl()
  if (latest === 1) return null
  return (
    <nav className={`print-hidden ${styles.versions}`} aria-label={intl.formatMessage({ id: 'receipt.versions' })}>
      <ul>
        {Array.from({ length: latest }, (_, index) => latest - index).map((each) => (
          <li key={each}>
            <Link to={receiptPath(workId, each)} aria-current={each === number ? 'page' : undefined}>
              <FormattedMessage id="receipt.submission" values={{ number: each }} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const Actions = ({ receipt: { workId, number, manifestHash } }: ReceiptProps) => {
  const intl = useIntl()
  return (
    <div className="row gap-12 print-hidden">
      <AnyLink className="button" address={receiptPdfAddress(workId, number)} download>
        <FormattedMessage id="receipt.pdf" />
      </AnyLink>
      <button type="button" className="button quiet" onClick={() => print()}>
        <FormattedMessage id="share.print" />
      </button>
      <CopyButton
        text={() => manifestHash}
        label={<FormattedMessage id="receipt.copyHash" />}
        copied={<FormattedMessage id="receipt.copied" />}
        name={intl.formatMessage({ id: 'receipt.hash' })}
      />
      <AnyLink className="button quiet" address={manifestAddress(workId, number)} download="manifest.json">
        <FormattedMessage id="receipt.manifest" />
      </AnyLink>
    </div>
  )
}

const Materials = ({ receipt: { parts } }: ReceiptProps) => (
  <ul className={styles.parts}>
    {parts.map(({ label, text, files }) => (
      <li key={label}>
        <h3>{label}</h3>
        {text !== null && text !== '' && <p className="break-anywhere pre-line">{text}</p>}
        {!text && files.length === 0 && (
          <p className="muted small">
            <FormattedMessage id="receipt.nothing" />
          </p>
        )}
        {files.length > 0 && (
          <ul className={styles.files}>
            {files.map(({ name, size, sha256, confirmation }) => (
              <li key={`${sha256} ${name}`}>
                <span className="break-anywhere">{name}</span>{' '}
                <span className={`muted small ${styles.size}`}>
                  <FormattedMessage id="receipt.bytes" values={{ bytes: size }} />
                </span>
                <Hash value={sha256} />
                <p className={`small ${styles.confirmation}`} data-confirmation={confirmation} role="status">
                  <FormattedMessage id={`receipt.hash.${confirmation}`} />
                </p>
              </li>
            ))}
          </ul>
        )}
      </li>
    ))}
  </ul>
)

/** What was submitted, when, and what proves it; to be read, kept and printed. */
export const WorkReceipt = ({ receipt, keysAddress }: ReceiptProps & { keysAddress: string }) => {
  const { number, enrolmentNumber, activity, team, title, summary, names, declarations } = receipt
  return (
    <article className={styles.page}>
      <header className="stack gap-6">
        <h1>
          <FormattedMessage id="receipt.title" />
        </h1>
        <p className="print-hidden">
          <Link to={workPath(receipt.workId)}>
            <FormattedMessage id="receipt.back" />
          </Link>
        </p>
      </header>
      <Standing receipt={receipt} />
      <Versions receipt={receipt} />
      <Actions receipt={receipt} />
      <dl className={`card ${styles.facts} ${styles.pairs}`}>
        <Fact label="receipt.enrolment">
          <span className={styles.number}>{enrolmentNumber}</span>
        </Fact>
        <Fact label="receipt.version">
          <FormattedMessage id="receipt.submission" values={{ number }} />
        </Fact>
        <Fact label="receipt.at">
          <SubmittedAt receipt={receipt} />
          {receipt.isLate && (
            <p className="muted small">
              <FormattedMessage id="receipt.late" />
            </p>
          )}
        </Fact>
        <Fact label="receipt.activity">{activity}</Fact>
        <Fact label="receipt.team">{team}</Fact>
        <Fact label="receipt.workTitle">{title}</Fact>
        {summary !== '' && (
          <Fact label="receipt.summary">
            <span className="break-anywhere pre-line">{summary}</span>
          </Fact>
        )}
      </dl>
      {receipt.parts.length > 0 && (
        <Part id="materials" title="receipt.materials">
          <Materials receipt={receipt} />
        </Part>
      )}
      {names.length > 0 && (
        <Part id="names" title="receipt.names">
          <ul className={styles.names}>
            {names.map(({ role, name }) => (
              <li key={`${role} ${name}`}>
                <span className="muted small">
                  <FormattedMessage id={`receipt.role.${role}`} />
                </span>
                <span>{name}</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {declarations.length > 0 && (
        <Part id="declarations" title="receipt.declarations">
          <ol className={`stack gap-8 break-anywhere ${styles.declarations}`}>
            {declarations.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ol>
        </Part>
      )}
      <Part id="proof" title="receipt.proof">
        <p className="muted small">
          <FormattedMessage id="receipt.about" />
        </p>
        <dl className={`card ${styles.facts}`}>
          <Fact label="receipt.hash">
            <Hash value={receipt.manifestHash} />
          </Fact>
          {receipt.previousHash !== null && (
            <Fact label="receipt.previous">
              <Hash value={receipt.previousHash} />
            </Fact>
          )}
          <Fact label="receipt.signature">
            <code className={`small break-anywhere ${styles.code}`} translate="no">
              {receipt.signature}
            </code>
          </Fact>
          <Fact label="receipt.key">
            <code className={`small break-anywhere ${styles.code}`} translate="no">
              {receipt.keyId}
            </code>
          </Fact>
          <Fact label="receipt.published">
            <AnyLink address={keysAddress} target="_blank">
              {keysAddress}
            </AnyLink>
          </Fact>
        </dl>
      </Part>
    </article>
  )
}
