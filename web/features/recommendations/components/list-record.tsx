import type { OpenList } from '@lectern/contract/recommendations/recommendations.ts'
import { fileUrl } from '@lectern/contract/files/file-addresses.ts'
import { AnyLink } from '../../../router/link.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { useRecommendationText } from '../recommendation-text.ts'
import { summaryAddress } from '../recommendation-address.ts'
import styles from './institution.module.css'
import { RankedList } from './ranked-list.tsx'
import { nameOfRow, RowFacts } from './row-facts.tsx'

/** What was handed in, as a receipt: number, time, who, and the files. */
export const HandedIn = ({ list }: { list: OpenList }) => {
  const { t } = useRecommendationText()
  const { handedIn, activity, institution, timeZone } = list
  if (!handedIn) return null
  const { summary, scan, at, by, isLate } = handedIn
  const address = summaryAddress({ activity: activity.id, institution: institution.id }, summary.id)
  return (
    <section className={styles.section} aria-labelledby="handed-in">
      <h2 id="handed-in">{t('handedIn')}</h2>
      <dl className={`stack gap-8 ${styles.facts}`}>
        <div>
          <dt>{t('summary.number')}</dt>
          <dd translate="no">{summary.number}</dd>
        </div>
        <div>
          <dt>{t('handedIn.at')}</dt>
          <dd>
            <DateTime value={at} exact timeZone={timeZone} />
            {by !== null && <bdi>{` · ${by}`}</bdi>}
            {isLate && ` · ${t('handedIn.late')}`}
          </dd>
        </div>
        <div>
          <dt>{t('summary.code')}</dt>
          <dd className={styles.hash} translate="no">
            {summary.code}
          </dd>
        </div>
        <div>
          <dt>{t('files')}</dt>
          <dd className="row gap-12">
            <AnyLink address={address} target="_blank" rel="noreferrer">
              {t('summary.pdf')}
            </AnyLink>
            {scan && (
              <a href={fileUrl(scan.id)} target="_blank" rel="noreferrer">
                {t('scan.open')} <bdi>{scan.name}</bdi>
              </a>
            )}
          </dd>
        </div>
      </dl>
    </section>
  )
}

/** A list that cannot be changed now. */
export const ListRecord = ({ list }: { list: OpenList }) => {
  const { t } = useRecommendationText()
  if (list.list.length === 0) return <p className="muted">{t('ranking.empty')}</p>
  return (
    <section className={styles.part} aria-labelledby="ranking">
      <h2 id="ranking">{t('ranking')}</h2>
      <RankedList label={t('ranking')} items={list.list.map((row) => ({ ...row, id: row.entry }))} nameOf={nameOfRow}>
        {(row) => (
          <>
            <RowFacts row={row} list={list} />
            {row.remark !== null && <p className="small">{t('remark.shown', { text: row.remark })}</p>}
          </>
        )}
      </RankedList>
    </section>
  )
}
