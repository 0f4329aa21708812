import type { ListEvent } from '@lectern/contract/recommendations/recommendations.ts'
import { fileUrl } from '@lectern/contract/files/file-addresses.ts'
import { AnyLink } from '../../../router/link.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { summaryAddress } from '../recommendation-address.ts'
import { useRecommendationText } from '../recommendation-text.ts'
import styles from './institution.module.css'

interface ListEventsProps {
  events: readonly ListEvent[]
  place: { institution: string; activity: string }
  timeZone: string
}

/** Everything that has happened with a list, with the files of each submission. */
export const ListEvents = ({ events, place, timeZone }: ListEventsProps) => {
  const { t } = useRecommendationText()
  return (
    <ol className={`stack gap-16 ${styles.events}`}>
      {events.map(({ kind, at, by, reason, summary, scan }) => (
        <li key={`${at} ${kind}`}>
          <p className="strong">{t(`event.${kind}`)}</p>
          <p className="muted small">
            <DateTime value={at} exact timeZone={timeZone} />
            {by !== null && <bdi>{` · ${by}`}</bdi>}
          </p>
          {reason !== null && <p className="pre-line">{reason}</p>}
          {(summary || scan) && (
            <p className="row gap-12 small">
              {summary && (
                <AnyLink address={summaryAddress(place, summary.id)} target="_blank" rel="noreferrer">
                  {t('summary.pdf')} <span translate="no">{summary.number}</span>
                </AnyLink>
              )}
              {scan && (
                <a href={fileUrl(scan.id)} target="_blank" rel="noreferrer">
                  {t('scan.open')} <bdi>{scan.name}</bdi>
                </a>
              )}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}
