import { hasStandingSubmission } from '@lectern/contract/works/work-values.ts'
import type { Work } from '@lectern/contract/works/works.ts'
import { Link } from '../../../router/link.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { receiptPath } from '../work-address.ts'
import { isReasonTold } from '../work-standing.ts'
import styles from './works.module.css'

/** Every submission with what changed in it and its receipt; and every other step, the newest first. */
export const WorkVersions = ({ work }: { work: Work }) => {
  const intl = useIntl()
  const { events, submissions, activity } = work
  if (events.length === 0) return null
  // The reason of the last decision is at the top of the page.
  const latest = isReasonTold(work.state) ? events.at(-1) : undefined
  return (
    <section className={styles.part} aria-labelledby="versions">
      <h2 id="versions">
        <FormattedMessage id="work.versions" />
      </h2>
      <ol className={`stack gap-12 ${styles.versions}`}>
        {events.toReversed().map((event) => {
          const { at, kind, state, by, reason, submission } = event
          const version = submissions.find(({ number }) => number === submission)
          return (
            <li key={`${at} ${kind} ${state}`}>
              <p>
                {version ? (
                  <Link to={receiptPath(work.id, version.number)}>
                    <FormattedMessage id="work.version" values={{ number: version.number }} />
                  </Link>
                ) : (
                  <FormattedMessage id={kind === 'takeBack' ? 'work.event.takeBack' : `work.state.${state}`} />
                )}
                {version && version === submissions[0] && !hasStandingSubmission(work.state) && (
                  <>
                    {' '}
                    <small>
                      <FormattedMessage id="work.version.void" />
                    </small>
                  </>
                )}
                {version?.isLate && (
                  <>
                    {' '}
                    <small>
                      <FormattedMessage id="work.late" />
                    </small>
                  </>
                )}
              </p>
              <p className={styles.hint}>
                <DateTime value={at} exact timeZone={activity.timeZone} />
                {by !== null && <bdi>{` · ${by}`}</bdi>}
              </p>
              {version && version.changed.length > 0 && (
                <p className={styles.hint}>
                  <FormattedMessage id="work.changed" values={{ labels: intl.formatList(version.changed) }} />
                </p>
              )}
              {reason !== null && event !== latest && <p className="break-anywhere pre-line">{reason}</p>}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
