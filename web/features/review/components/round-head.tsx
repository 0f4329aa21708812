import type { DeskRound, DeskRoundWorks } from '@lectern/contract/review/review.ts'
import { AnyLink, Link } from '../../../router/link.tsx'
import { Choices } from '../../../ui/choices.tsx'
import { DueLine } from '../../competition/components/due-line.tsx'
import { deskPath, downloadAddress, printPath, reviewPath, roundCalendarAddress } from '../desk-address.ts'
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

/** The round's times for the expert's own calendar; nothing if none is set. */
export const CalendarLink = ({ round: { code, opensAt, closesAt } }: { round: DeskRound }) => {
  const { t } = useReviewText()
  if (opensAt === null && closesAt === null) return null
  return (
    <AnyLink className="small" address={roundCalendarAddress(code)} download>
      {t('calendar')}
    </AnyLink>
  )
}

/** How long the rest takes at the expert's own pace, and whether that fits. */
const Pace = ({ pace, left }: { pace: NonNullable<DeskRoundWorks['pace']>; left: number }) => {
  const { t, duration } = useReviewText()
  const { secondsPerWork, secondsLeft, worksPerDay, isTight } = pace
  return (
    <>
      <p className="muted small">
        {t('pace', { count: left, time: duration(secondsLeft), each: duration(secondsPerWork) })}
      </p>
      {worksPerDay !== null && !isTight && <p className="muted small">{t('pace.perDay', { count: worksPerDay })}</p>}
      {isTight && <p className={`small strong ${styles.due}`}>{t('pace.tight')}</p>}
    </>
  )
}

/** What can be expected before there is a pace. */
const PlayingTime = ({ seconds, left }: { seconds: number; left: number }) => {
  const { t, duration } = useReviewText()
  return <p className="muted small">{t('toPlay', { count: left, time: duration(seconds) })}</p>
}

/** Documents for reading without a connection. */
const DownloadLine = ({ code }: { code: string }) => {
  const { t } = useReviewText()
  return (
    <>
      <p className="small">
        <AnyLink address={downloadAddress(code)} download>
          {t('download')}
        </AnyLink>
      </p>
      <p className="muted small">{t('download.about')}</p>
    </>
  )
}

interface RoundHeadProps {
  desk: DeskRoundWorks
  /** The next work to do; undefined: none. */
  next: string | undefined
}

/** How far the expert is, how much time is left, and the one button to go on. */
export const RoundHead = ({ desk: { round, pace, secondsToPlay }, next }: RoundHeadProps) => {
  const { t } = useReviewText()
  const { works, finished, closesAt, timeZone, refusal, state, allowsDownload } = round
  const isDone = works > 0 && finished === works
  return (
    <section className={`cluster between card ${styles.progress}`} aria-label={t('progress')}>
      <div className={`stack gap-6 ${styles.figures}`}>
        <p className={styles.count}>
          <strong>{finished}</strong> / {works}
          <span className={`muted small ${styles.unit}`}>{t('finishedWorks')}</span>
        </p>
        <progress max={Math.max(works, 1)} value={finished} aria-label={t('progress')} />
        {closesAt !== null && state !== 'settled' && (
          <p className={`small strong ${styles.due}`}>
            <DueLine due={closesAt} timeZone={timeZone} />
          </p>
        )}
        {refusal !== null && <p className="muted small">{refusal}</p>}
        {pace !== null && refusal === null && <Pace pace={pace} left={works - finished} />}
        {pace === null && secondsToPlay > 0 && refusal === null && (
          <PlayingTime seconds={secondsToPlay} left={works - finished} />
        )}
        {allowsDownload && works > 0 && refusal === null && <DownloadLine code={round.code} />}
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
        {state !== 'settled' && <CalendarLink round={round} />}
      </div>
    </section>
  )
}
