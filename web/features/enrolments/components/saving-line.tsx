import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import type { Saving } from '../draft.ts'
import styles from './saving-line.module.css'

interface SavingLineProps {
  saving: Saving
  timeZone: string
  onAgain: () => void
}

/** How it stands with what was typed: always in sight, and said aloud when something has gone wrong. */
export const SavingLine = ({ saving, timeZone, onAgain }: SavingLineProps) => {
  const intl = useIntl()
  const time =
    saving.kind === 'saved' && saving.at !== undefined
      ? intl.formatMoment(saving.at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone })
      : undefined
  const isTrouble = saving.kind === 'offline' || saving.kind === 'failed' || saving.kind === 'signedOut'
  return (
    <div className={styles.line} data-kind={saving.kind}>
      <p role="status">
        {saving.kind === 'refused' ? (
          saving.why
        ) : (
          <FormattedMessage
            id={saving.kind === 'saved' && time === undefined ? 'enrolment.save.auto' : `enrolment.save.${saving.kind}`}
            values={{ time }}
          />
        )}
      </p>
      {isTrouble && (
        <button type="button" className={styles.again} onClick={onAgain}>
          <FormattedMessage id="enrolment.save.again" />
        </button>
      )}
    </div>
  )
}
