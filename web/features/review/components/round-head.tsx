import type { DeskRound } from '@lectern/contract/review.ts'
import { Link } from '../../../router/link.tsx'
import { Choices } from '../../../ui/choices.tsx'
import { DueLine } from '../../competition/components/due-line.tsx'
import { deskPath, printPath, reviewPath } from '../desk-address.ts'
import { useReviewText } from '../review-text.ts'
import styles from './review.module.css'

/** Switches between the rounds that an expert judges. */
export const RoundChoice = ({ rounds, current }: { rounds: readonly DeskRound[]; current: string }) => {
  const { t } = useReviewText()
  if (rounds.length < 2) return null
  return (
    <Choices
      label={t('rounds')}
      current={deskPath(current)}
      choices={rounds.map(({ code, name }) => ({ to: deskPath(code), label: name }))}
    />
  )
}

interface RoundHeadProps {
  round: DeskRound
  /** The next work to do; undefined: none. */
  next: string | undefined
}

/** How far the expert is, how much time is left, and the one button to go on. */
export const RoundHead = ({ round, next }: RoundHeadProps) => {
  const { t } = useReviewText()
  const { works, finished, closesAt, timeZone, refusal, state } = round
  const isDone = works > 0 && finished === works
  return (
    <section className={styles.progress} aria-label={t('progress')}>
      <div className={styles.figures}>
        <p className={styles.count}>
          <strong>{finished}</strong> / {works}
          <span className={styles.unit}>{t('finishedWorks')}</span>
        </p>
        <progress max={Math.max(works, 1)} value={finished} aria-label={t('progress')} />
        {closesAt !== null && state !== 'settled' && (
          <p className={styles.due}>
            <DueLine due={closesAt} timeZone={timeZone} />
          </p>
        )}
        {refusal !== null && <p className={styles.refusal}>{refusal}</p>}
      </div>
      <div className={styles.row}>
        {next !== undefined && refusal === null && (
          <Link className="button" to={reviewPath(next)}>
            {t(finished === 0 ? 'begin' : 'continue')}
          </Link>
        )}
        {isDone && <p className={styles.done}>{t('everythingDone')}</p>}
        {finished > 0 && (
          <Link className="button quiet" to={printPath(round.code)}>
            {t('print')}
          </Link>
        )}
      </div>
    </section>
  )
}
