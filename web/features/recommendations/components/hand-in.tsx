import { useState, type RefObject } from 'react'
import type { FileId } from '@lectern/contract/ids.ts'
import { handInList, makeSummary, type OpenList } from '@lectern/contract/recommendations/recommendations.ts'
import type { Client } from '../../../request/client.ts'
import { createKeys } from '../../../request/idempotency-key.ts'
import { failureOf } from '../../../request/request-error.ts'
import { AnyLink } from '../../../router/link.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { summaryAddress } from '../recommendation-address.ts'
import { useRecommendationText } from '../recommendation-text.ts'
import styles from './institution.module.css'
import { RankedList } from './ranked-list.tsx'
import { nameOfRow, RowFacts } from './row-facts.tsx'
import { ScanField } from './scan-field.tsx'

interface HandInProps {
  client: Client
  list: OpenList
  /** Saves what is not saved yet; false: it could not be. */
  flush: () => Promise<boolean>
  /** The version after that. */
  versionNow: () => number
  heading: RefObject<HTMLHeadingElement | null>
  onChange: () => void
  /** Something about the list is newer. */
  onStored: (list: OpenList) => void
  onHandedIn: (list: OpenList) => void
  onOutdated: () => void
}

class Unsaved extends Error {}
class Incomplete extends Error {}

/** The numbered summary: made, printed and stamped. */
const Summary = (props: Pick<HandInProps, 'client' | 'list' | 'flush' | 'versionNow' | 'onStored'>) => {
  const { client, list, flush, versionNow, onStored } = props
  const { t } = useRecommendationText()
  const [isBusy, setBusy] = useState(false)
  const { summary, activity, institution, timeZone, may, needsScan } = list
  const params = { activity: activity.id, institution: institution.id }
  const make = async (): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    if (await flush())
      await client(makeSummary, { params, body: { version: versionNow() } }, { inPlaceSignIn: true }).then(
        onStored,
        // The request has shown the reason.
        () => undefined,
      )
    setBusy(false)
  }
  const current = summary?.isCurrent ? summary : undefined
  return (
    <section className={styles.section} aria-labelledby="summary">
      <h3 id="summary">{t('summary')}</h3>
      <p>{t(needsScan ? 'summary.about' : 'summary.about.plain')}</p>
      {current && (
        <>
          <dl className={`stack gap-8 ${styles.facts}`}>
            <div>
              <dt>{t('summary.number')}</dt>
              <dd translate="no">{current.number}</dd>
            </div>
            <div>
              <dt>{t('summary.code')}</dt>
              <dd className={styles.hash} translate="no">
                {current.code}
              </dd>
            </div>
            <div>
              <dt>{t('summary.at')}</dt>
              <dd>
                <DateTime value={current.at} exact timeZone={timeZone} />
              </dd>
            </div>
          </dl>
          <p>
            <AnyLink className="button" address={summaryAddress(params, current.id)} target="_blank" rel="noreferrer">
              {t('summary.open')}
            </AnyLink>
          </p>
        </>
      )}
      {!current && summary && (
        <p role="status" className={styles.warning}>
          {t('summary.outdated', { number: summary.number })}
        </p>
      )}
      {!current &&
        (may.summarise === null ? (
          <p>
            <button
              type="button"
              className="button"
              aria-disabled={isBusy || undefined}
              aria-busy={isBusy || undefined}
              onClick={() => void make()}
            >
              {t(summary ? 'summary.again' : 'summary.make')}
            </button>
          </p>
        ) : (
          <Notice>{may.summarise}</Notice>
        ))}
    </section>
  )
}

/** Shows everything once more; then the summary is printed, stamped and scanned, and the list is handed in once. */
export const HandIn = (props: HandInProps) => {
  const { client, list, flush, versionNow, heading, onChange, onStored, onHandedIn, onOutdated } = props
  const intl = useIntl()
  const { t } = useRecommendationText()
  const [keyOf] = useState(createKeys)
  const [scan, setScan] = useState<FileId | null>(null)
  const { activity, institution, summary, needsScan, may, rows } = list
  const params = { activity: activity.id, institution: institution.id }
  const current = summary?.isCurrent ? summary : undefined
  // The summary cannot be made for the same reason.
  const isSummaryRefused = rows > 0 && !current && may.summarise !== null
  const form = useForm({
    submit: async () => {
      if (!(await flush())) throw new Unsaved()
      if (!current || (needsScan && scan === null)) throw new Incomplete()
      const body = { version: versionNow(), summary: current.id, ...(scan !== null && { scan }) }
      const headers = { 'Idempotency-Key': keyOf([params, body]) }
      onHandedIn(await client(handInList, { params, body }, { headers, inPlaceSignIn: true, skipErrorHandler: true }))
    },
    problemsOf: (error) => {
      if (failureOf(error)?.error === 'resource.changed') onOutdated()
      if (error instanceof Unsaved) return [{ path: '', message: intl.formatMessage({ id: 'enrolment.notSaved' }) }]
      if (error instanceof Incomplete)
        return [{ path: current ? 'scan' : '', message: t(current ? 'scan.missing' : 'summary.missing') }]
      const isTold = failureOf(error)?.error && error instanceof Error
      return [{ path: '', message: isTold ? error.message : intl.formatMessage({ id: 'enrolment.notSent' }) }]
    },
  })
  const takeScan = (file: FileId | null): void => {
    setScan(file)
    form.show([])
  }
  return (
    <>
      <section className={styles.part} aria-labelledby="check">
        <h2 id="check" ref={heading} tabIndex={-1}>
          {t('check')}
        </h2>
        <p>{t('check.about', { rows, entries: list.entries })}</p>
        <RankedList label={t('ranking')} items={list.list.map((row) => ({ ...row, id: row.entry }))} nameOf={nameOfRow}>
          {(row) => (
            <>
              <RowFacts row={row} list={list} />
              {row.remark !== null && <p className="small">{t('remark.shown', { text: row.remark })}</p>}
            </>
          )}
        </RankedList>
        <p>
          <button type="button" className="button quiet" onClick={onChange}>
            {t('check.change')}
          </button>
        </p>
      </section>
      {rows > 0 && <Summary {...{ client, list, flush, versionNow, onStored }} />}
      {may.handIn !== null && !isSummaryRefused && <Notice>{may.handIn}</Notice>}
      {current && may.handIn === null && (
        <Form form={form}>
          <ScanField {...{ needsScan }} target={params} value={scan} onChange={takeScan} />
          <p className="muted">
            <FormattedMessage
              id="recommendation.handIn.about"
              values={{ institution: institution.name, rows, number: current.number }}
            />
          </p>
          <FormActions>
            <SubmitButton>{t('handIn')}</SubmitButton>
            <button type="button" className="button quiet" onClick={onChange}>
              {t('check.back')}
            </button>
          </FormActions>
        </Form>
      )}
    </>
  )
}
