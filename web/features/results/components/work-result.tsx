import type { WorkResult as Result } from '@lectern/contract/works/work-results.ts'
import { formatPoints } from '@lectern/contract/rounds/points.ts'
import type { MessageId } from '@lectern/messages/message-id.ts'
import type { ReactNode } from 'react'
import { Link } from '../../../router/link.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { resultPath } from '../result-paths.ts'
import styles from './work-result.module.css'

const Fact = ({ label, children }: { label: MessageId; children: ReactNode }) => (
  <div>
    <dt>
      <FormattedMessage id={label} />
    </dt>
    <dd>{children}</dd>
  </div>
)

const Outcome = ({ result: { prize, isExcluded, adjustmentReason } }: { result: Result }) => (
  <div className={`stack gap-8 card ${styles.outcome}`} data-awarded={prize !== null || undefined}>
    <p className={styles.prize}>
      {prize ? (
        <FormattedMessage id="outcome.prize" values={{ prize: prize.label }} />
      ) : (
        <FormattedMessage id={isExcluded ? 'outcome.excluded' : 'outcome.noPrize'} />
      )}
    </p>
    {!prize && !isExcluded && (
      <p>
        <FormattedMessage id="outcome.noPrize.about" />
      </p>
    )}
    {adjustmentReason !== null && (
      <p className={styles.reason}>
        <FormattedMessage id="outcome.adjusted" values={{ reason: adjustmentReason }} />
      </p>
    )}
  </div>
)

type Round = NonNullable<Result['feedback']>['rounds'][number]

const RoundFeedback = ({ round, withName }: { round: Round; withName: boolean }) => {
  const { locale } = useIntl()
  const points = (hundredths: number): string => formatPoints(hundredths, { locale, decimals: 2 })
  const Heading = withName ? 'h4' : 'h3'
  return (
    <div className={styles.round}>
      {withName && <h3>{round.round}</h3>}
      <ul className={`stack gap-12 ${styles.criteria}`}>
        {round.criteria.map(({ label, mean, max }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- criteria may have equal labels, and never move
          <li key={index}>
            <span>
              <FormattedMessage
                id="outcome.criterion"
                values={{ label, mean: points(mean), max: formatPoints(max, { locale }) }}
              />
            </span>
            <meter min={0} max={max} value={mean} aria-hidden="true" />
          </li>
        ))}
      </ul>
      {round.comments.length > 0 && (
        <>
          <Heading>
            <FormattedMessage id="outcome.comments" />
          </Heading>
          <ul className={`stack gap-12 ${styles.comments}`}>
            {round.comments.map((comment, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- comments may be equal, and never move
              <li key={index}>{comment}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** How a team's work did, and what the experts say about it. */
export const WorkResult = ({ result }: { result: Result }) => {
  const { locale } = useIntl()
  const { list, activity, edition, announcedAt, timeZone, number, group, rank, score, feedback } = result
  const isTold = feedback?.rounds.some(({ criteria, comments }) => criteria.length + comments.length > 0) ?? false
  return (
    <>
      <Outcome result={result} />
      <dl className={styles.facts}>
        <Fact label="outcome.activity">
          {edition} · {activity}
        </Fact>
        <Fact label="outcome.number">
          <span translate="no">{number}</span>
        </Fact>
        {group && <Fact label="outcome.group">{group.label}</Fact>}
        {rank !== null && <Fact label="outcome.rank">{rank}</Fact>}
        {score !== null && <Fact label="outcome.score">{formatPoints(score, { locale, decimals: 2 })}</Fact>}
        <Fact label="outcome.announced">
          <DateTime value={announcedAt} exact timeZone={timeZone} />
        </Fact>
      </dl>
      <p>
        <Link to={resultPath(list)}>
          <FormattedMessage id="outcome.list" />
        </Link>
      </p>
      {feedback && (
        <section className={styles.feedback} aria-labelledby="feedback">
          <h2 id="feedback">
            <FormattedMessage id="outcome.feedback" />
          </h2>
          <p className={styles.hint}>
            <FormattedMessage id={isTold ? 'outcome.feedback.about' : 'outcome.feedback.few'} />
          </p>
          {feedback.rounds.map((round) => (
            <RoundFeedback key={round.round} round={round} withName={feedback.rounds.length > 1} />
          ))}
        </section>
      )}
    </>
  )
}
