import type { ListSummary, MyRecommendations } from '@lectern/contract/recommendations/recommendations.ts'
import { Link } from '../../../router/link.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { DueLine } from '../../competition/components/due-line.tsx'
import { dueOf, isOwnStep, officerStep } from '../list-step.ts'
import { belowPath, historyPath, listPath } from '../recommendation-address.ts'
import { useRecommendationText } from '../recommendation-text.ts'
import styles from './institution.module.css'
import { ListStateMark, QuotaBar, VerdictCounts } from './list-marks.tsx'

/** Until when the list is handed in, or from when it can be. */
export const ListDue = ({ list }: { list: ListSummary }) => {
  const { t } = useRecommendationText()
  const { window, timeZone } = list
  const due = dueOf(list)
  if (due === null) return null
  return (
    <div>
      {window.standing === 'upcoming' ? (
        <p>
          <FormattedMessage
            id="recommendation.opensAt"
            values={{ moment: <DateTime key="at" value={due} exact timeZone={timeZone} /> }}
          />
        </p>
      ) : (
        <p className={styles.due}>
          <DueLine due={due} timeZone={timeZone} />
        </p>
      )}
      {(window.isExtended || window.isEarlier) && (
        <p className="muted small">{t(window.isExtended ? 'window.extended' : 'window.earlier')}</p>
      )}
    </div>
  )
}

/** What is next, in a sentence. */
export const StepLine = ({ list }: { list: ListSummary }) => {
  const { t } = useRecommendationText()
  const step = officerStep(list)
  return <p>{t(`step.${step}`, { left: Math.max(0, list.quota - list.recommended), rows: list.rows })}</p>
}

interface ListCardProps {
  list: MyRecommendations['institutions'][number]['lists'][number]
  /** It is what to do now: that card above says what and until when. */
  isNext: boolean
}

/** One activity in which the institution recommends. */
export const ListCard = ({ list, isNext }: ListCardProps) => {
  const { t } = useRecommendationText()
  const { activity, institution, state, isLate, entries, rows, reason, waitingBelow } = list
  const place = { institution: institution.id, activity: activity.id }
  const step = officerStep(list)
  const isOwn = isOwnStep(step) && !isNext
  return (
    <article className={`card ${styles.card}`}>
      <p className={styles.place}>
        <ListStateMark state={state} isLate={isLate} />
        <span>{t(`thing.${list.thing === 'work' ? 'work' : 'enrolment'}`)}</span>
      </p>
      <h2 lang={activity.locale}>{activity.name}</h2>
      {!isNext && <StepLine list={list} />}
      {state === 'returned' && reason !== null && <p className="pre-line">{reason}</p>}
      {!isNext && <ListDue list={list} />}
      <QuotaBar list={list} />
      <p className="muted small">{t('counts', { entries, rows })}</p>
      <VerdictCounts list={list} />
      {waitingBelow > 0 && (
        <p>
          {t('below.waiting', { count: waitingBelow })}{' '}
          <Link to={belowPath({ ...place, state: 'handedIn' })}>{t('below.waiting.action')}</Link>
        </p>
      )}
      <p className="row gap-12">
        <Link className={isOwn ? 'button' : 'button quiet'} to={listPath(place)}>
          {t(isOwn ? (`step.${step}.action` as 'step.rank.action') : 'open')}
          <span className="visually-hidden"> {activity.name}</span>
        </Link>
        {list.id !== null && (
          <Link className="button quiet" to={historyPath(place)}>
            {t('history')}
            <span className="visually-hidden"> {activity.name}</span>
          </Link>
        )}
      </p>
    </article>
  )
}
