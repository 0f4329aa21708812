import type { ListState, RowVerdict } from '@lectern/contract/recommendations/recommendation-values.ts'
import type { ListSummary } from '@lectern/contract/recommendations/recommendations.ts'
import { useRecommendationText } from '../recommendation-text.ts'
import styles from './institution.module.css'

export const ListStateMark = ({ state, isLate = false }: { state: ListState; isLate?: boolean }) => {
  const { t } = useRecommendationText()
  return (
    <>
      <span className={styles.state} data-state={state}>
        {t(`state.${state}`)}
      </span>
      {isLate && (
        <span className={styles.state} data-state="late">
          {t('late')}
        </span>
      )}
    </>
  )
}

export const VerdictMark = ({ verdict }: { verdict: RowVerdict }) => {
  const { t } = useRecommendationText()
  return (
    <span className={styles.state} data-state={verdict}>
      {t(`verdict.${verdict}`)}
    </span>
  )
}

/** How many of the places are used. */
export const QuotaBar = ({ list: { quota, recommended } }: { list: Pick<ListSummary, 'quota' | 'recommended'> }) => {
  const { t } = useRecommendationText()
  if (quota === 0 && recommended === 0) return <p className="muted">{t('quota.none')}</p>
  const text = t('quota.used', { used: recommended, quota })
  return (
    <div className={styles.quota}>
      <p>
        {text} <span className="muted">{t('quota.left', { left: Math.max(0, quota - recommended) })}</span>
      </p>
      <progress value={recommended} max={Math.max(quota, 1)} aria-label={text} />
    </div>
  )
}

/** What the level above has said about the rows. */
export const VerdictCounts = ({ list }: { list: Pick<ListSummary, 'passed' | 'changes' | 'refused'> }) => {
  const { t } = useRecommendationText()
  const { passed, changes, refused } = list
  if (passed + changes + refused === 0) return null
  return <p className="muted small">{t('verdicts', { passed, changes, refused })}</p>
}
