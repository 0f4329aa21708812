import { Alert } from 'antd'
import type { Integrity } from '@lectern/contract/review/review-board.ts'
import { momentText } from '../../../../ui/moment.tsx'
import { useScoringWords } from '../scoring-words.ts'

/** What organisers who take part have changed, because no other organiser could. */
export const ControlNote = ({ changes }: { changes: Integrity['controlled'] }) => {
  const { t, intl } = useScoringWords()
  if (changes.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      title={t('controlled')}
      description={
        <ul style={{ margin: 0, paddingInlineStart: 18 }}>
          {changes.map(({ activity, person, change, at }) => (
            <li key={`${at} ${change} ${activity}`}>
              {t('controlled.row', {
                at: momentText(intl, at),
                person,
                activity,
                change: intl.formatMessage({ id: `office.audit.controlChange.${change}` }),
              })}
            </li>
          ))}
        </ul>
      }
    />
  )
}
