import type { PublicResult } from '@lectern/contract/results/public-results.ts'
import { Link } from '../../../router/link.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import styles from './result-notes.module.css'

/** A note that there is a newer version. */
export const Superseded = ({ to }: { to: string }) => (
  <p className={styles.hint}>
    <FormattedMessage id="result.superseded" />{' '}
    <Link to={to}>
      <FormattedMessage id="result.superseded.link" />
    </Link>
  </p>
)

type Change = PublicResult['changes'][number]

interface ChangesProps {
  list: Pick<PublicResult, 'version' | 'reason' | 'changes'>
  /** Where the version before is read. */
  previousPath: string | undefined
}

/** Why there is another version, and how it differs from the one before. */
export const ResultChanges = ({ list: { version, reason, changes }, previousPath }: ChangesProps) => {
  const intl = useIntl()
  if (version === 1) return null
  const standing = (prize: { label: string } | null, rank: number | null): string => {
    const place = rank === null ? undefined : intl.formatMessage({ id: 'result.change.rank' }, { rank })
    if (prize && place) return intl.formatMessage({ id: 'result.change.both' }, { prize: prize.label, rank: place })
    return prize?.label ?? place ?? intl.formatMessage({ id: 'result.change.none' })
  }
  // A prize that stayed is not said twice.
  const standings = ({ before, after, rankBefore, rankAfter }: Change) => {
    const isSamePrize = before?.id === after?.id
    return {
      before: standing(isSamePrize ? null : before, rankBefore),
      after: standing(isSamePrize ? null : after, rankAfter),
    }
  }
  return (
    <section className={`stack gap-12 ${styles.note}`} aria-labelledby="changes">
      <h2 id="changes">
        <FormattedMessage id="result.changes" />
      </h2>
      {reason && (
        <p className={styles.reason}>
          <FormattedMessage id="result.changes.reason" values={{ reason }} />
        </p>
      )}
      {changes.length === 0 ? (
        <p>
          <FormattedMessage id="result.changes.none" />
        </p>
      ) : (
        <ul className={`stack gap-6 ${styles.changes}`}>
          {changes.map((change, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- works may have the same title; the list never changes
            <li key={index}>
              <FormattedMessage
                id={`result.change.${change.kind}`}
                values={{
                  name: change.name,
                  ...standings(change),
                  corrected: change.corrected,
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {previousPath && (
        <p>
          <Link to={previousPath}>
            <FormattedMessage id="result.changes.previous" />
          </Link>
        </p>
      )}
    </section>
  )
}
