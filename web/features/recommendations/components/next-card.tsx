import type { ListSummary } from '@lectern/contract/recommendations/recommendations.ts'
import { Link } from '../../../router/link.tsx'
import { Countdown } from '../../competition/components/countdown.tsx'
import { officerStep } from '../list-step.ts'
import { listPath } from '../recommendation-address.ts'
import { useRecommendationText } from '../recommendation-text.ts'
import styles from './institution.module.css'
import { ListDue, StepLine } from './list-card.tsx'

/** The one thing to do now, with the time that is left by the server's clock. */
export const NextCard = ({ list }: { list: ListSummary | undefined }) => {
  const { t } = useRecommendationText()
  if (!list)
    return (
      <section className={`card ${styles.card} ${styles.next}`} data-turn="wait" aria-labelledby="next">
        <h2 id="next">{t('next')}</h2>
        <p>{t('next.nothing')}</p>
      </section>
    )
  const { activity, institution, window } = list
  const step = officerStep(list)
  return (
    <section className={`card ${styles.card} ${styles.next}`} aria-labelledby="next">
      <h2 id="next">{t('next')}</h2>
      <div>
        <p className="strong" lang={activity.locale}>
          {activity.name}
        </p>
        <StepLine list={list} />
      </div>
      {window.closesAt !== null && <Countdown until={window.closesAt} />}
      <ListDue list={list} />
      <p>
        <Link className="button" to={listPath({ institution: institution.id, activity: activity.id })}>
          {t(`step.${step}.action` as 'step.rank.action')}
        </Link>
      </p>
    </section>
  )
}
