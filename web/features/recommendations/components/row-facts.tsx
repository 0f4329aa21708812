import type { ListRow, OpenList } from '@lectern/contract/recommendations/recommendations.ts'
import { DateTime } from '../../../ui/date-time.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { useRecommendationText } from '../recommendation-text.ts'
import styles from './institution.module.css'
import { VerdictMark } from './list-marks.tsx'

/** How an entry is called in sentences. */
export const nameOfRow = ({ title, team }: Pick<ListRow, 'title' | 'team'>): string => title?.trim() || team.name

interface RowFactsProps {
  row: ListRow
  list: Pick<OpenList, 'timeZone' | 'institution'>
}

/** An entry in a list: what it is, whose, and what the level above says about it. */
export const RowFacts = ({ row, list: { timeZone, institution: own } }: RowFactsProps) => {
  const { t } = useRecommendationText()
  const { number, title, team, captain, institution, rankBelow, isReady, verdict, reason, changeBy, isChanged } = row
  return (
    <div className="stack gap-4 break-anywhere">
      <p className="strong">
        <bdi>{title?.trim() || team.name}</bdi>
      </p>
      <p className={styles.place}>
        {number !== null && <span translate="no">{number}</span>}
        {title?.trim() && <bdi>{team.name}</bdi>}
        {captain !== null && <bdi>{captain}</bdi>}
        {institution !== null && institution.id !== own.id && (
          <>
            <bdi>{institution.name}</bdi>
            {rankBelow !== null && <span>{t('rankBelow', { rank: rankBelow })}</span>}
          </>
        )}
      </p>
      {/* With its team for changes, it is not submitted either. */}
      {!isReady && verdict !== 'change' && <p className={`small ${styles.warning}`}>{t('row.notReady')}</p>}
      {verdict !== null && (
        <p className={styles.place}>
          <VerdictMark verdict={verdict} />
          {changeBy !== null && !isChanged && (
            <span>
              <FormattedMessage
                id="recommendation.changeBy"
                values={{ moment: <DateTime key="by" value={changeBy} exact timeZone={timeZone} /> }}
              />
            </span>
          )}
          {isChanged && <span>{t('row.changed')}</span>}
        </p>
      )}
      {reason !== null && <p className="small pre-line">{reason}</p>}
    </div>
  )
}
