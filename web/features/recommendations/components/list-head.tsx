import type { OpenList } from '@lectern/contract/recommendations/recommendations.ts'
import type { ReactNode } from 'react'
import { Link } from '../../../router/link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useRecommendationText } from '../recommendation-text.ts'
import styles from './institution.module.css'
import { ListDue } from './list-card.tsx'
import { ListStateMark, VerdictCounts } from './list-marks.tsx'

interface ListHeadProps {
  list: OpenList
  /** The page with all lists. */
  back?: string
  children?: ReactNode
}

/** Which list it is, where it stands, and until when something has to happen. */
export const ListHead = ({ list, back, children }: ListHeadProps) => {
  const { t } = useRecommendationText()
  const { activity, institution, state, isLate, reason, isOnBehalf } = list
  return (
    <header className={styles.head}>
      {back && (
        <p className="small">
          <Link to={back}>{t('back')}</Link>
        </p>
      )}
      <p className={styles.place}>
        <ListStateMark state={state} isLate={isLate} />
        <bdi>{institution.name}</bdi>
        <span>{t(`thing.${list.thing === 'work' ? 'work' : 'enrolment'}`)}</span>
      </p>
      {back ? <h1 lang={activity.locale}>{activity.name}</h1> : <h2 lang={activity.locale}>{activity.name}</h2>}
      <ListDue list={list} />
      <VerdictCounts list={list} />
      {children}
      {isOnBehalf && list.may.edit === null && <Notice>{t('onBehalf', { institution: institution.name })}</Notice>}
      {state === 'returned' && reason !== null && (
        <Notice>
          <p className="strong">{t('returned')}</p>
          <p className="pre-line">{reason}</p>
        </Notice>
      )}
    </header>
  )
}
