import type { SheetState } from '@lectern/contract/review/review-values.ts'
import { useIntl } from '../../../ui/intl.tsx'
import type { DraftState, Saving } from '../../enrolments/draft.ts'
import { useReviewText } from '../review-text.ts'
import styles from './sheet.module.css'

interface SavedLineProps {
  state: Pick<DraftState, 'saving' | 'conflicts'>
  /** When it was saved before this page was opened. */
  savedAt: string | null
  timeZone: string
  onAgain: () => void
  onChoose: () => void
}

const troubles: readonly Saving['kind'][] = ['offline', 'failed', 'signedOut']

/** Whether what is typed is on the server: `saved` with its time only after the server has stored it. */
export const SavedLine = ({ state: { saving, conflicts }, savedAt, timeZone, onAgain, onChoose }: SavedLineProps) => {
  const intl = useIntl()
  const { t } = useReviewText()
  const count = Object.keys(conflicts).length
  const isContested = count > 0 && saving.kind !== 'refused'
  const at = saving.kind === 'saved' ? saving.at || savedAt : null
  const text = (): string => {
    if (saving.kind === 'refused') return saving.why
    if (isContested) return t('save.conflict', { count })
    if (saving.kind === 'saved')
      return at ? t('save.saved', { time: intl.formatMoment(at, 'timeToSecond', timeZone) }) : t('save.auto')
    return t(`save.${saving.kind}`)
  }
  return (
    <p className={`muted small ${styles.saved}`} data-saving={isContested ? 'conflict' : saving.kind}>
      <span role="status">{text()}</span>{' '}
      {isContested && (
        <button type="button" className={styles.link} onClick={onChoose}>
          {t('save.choose')}
        </button>
      )}
      {!isContested && troubles.includes(saving.kind) && (
        <button type="button" className={styles.link} onClick={onAgain}>
          {t('save.again')}
        </button>
      )}
    </p>
  )
}

export const SheetStateMark = ({ state }: { state: SheetState }) => {
  const { t } = useReviewText()
  return (
    <span className={styles.state} data-state={state}>
      {t(`state.${state}`)}
    </span>
  )
}
