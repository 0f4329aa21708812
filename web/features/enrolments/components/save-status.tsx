import { useRef } from 'react'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { useCoveredHeight } from '../../../ui/use-covered-height.ts'
import { DueLine } from '../../competition/components/due-line.tsx'
import type { DraftState, Saving } from '../draft.ts'
import styles from './save-status.module.css'

interface SaveStatusProps {
  state: Pick<DraftState, 'saving' | 'conflicts'>
  /** The deadline; null: none. */
  due: string | null
  timeZone: string
  onAgain: () => void
  /** Moves the focus to the conflicts. */
  onChoose: () => void
}

const troubles: readonly Saving['kind'][] = ['offline', 'failed', 'signedOut']

/** Save state and deadline, always visible on the form; problems are announced to screen readers. */
export const SaveStatus = ({ state: { saving, conflicts }, due, timeZone, onAgain, onChoose }: SaveStatusProps) => {
  const intl = useIntl()
  const line = useRef<HTMLDivElement>(null)
  useCoveredHeight(line, '--status-bar')
  const count = Object.keys(conflicts).length
  const time =
    saving.kind === 'saved' && saving.at !== undefined ? intl.formatMoment(saving.at, 'time', timeZone) : undefined
  const isContested = count > 0 && saving.kind !== 'refused'
  return (
    <div
      ref={line}
      className={`cluster muted small print-hidden ${styles.line}`}
      data-saving={isContested ? 'conflict' : saving.kind}
    >
      <p role="status">
        {saving.kind === 'refused' ? (
          saving.why
        ) : (
          <FormattedMessage
            id={
              isContested
                ? 'enrolment.save.conflict'
                : saving.kind === 'saved' && time === undefined
                  ? 'enrolment.save.auto'
                  : `enrolment.save.${saving.kind}`
            }
            values={{ time, count }}
          />
        )}
      </p>
      {isContested && (
        <button type="button" className={styles.again} onClick={onChoose}>
          <FormattedMessage id="enrolment.save.choose" />
        </button>
      )}
      {!isContested && troubles.includes(saving.kind) && (
        <button type="button" className={styles.again} onClick={onAgain}>
          <FormattedMessage id="enrolment.save.again" />
        </button>
      )}
      {due !== null && (
        <p className={styles.due}>
          <DueLine due={due} timeZone={timeZone} />
        </p>
      )}
    </div>
  )
}
