import type { RefObject } from 'react'
import type { ShownCriterion } from '@lectern/contract/review/review.ts'
import type { DraftState } from '../../enrolments/draft.ts'
import conflictStyles from '../../enrolments/components/conflicts.module.css'
import { useReviewText } from '../review-text.ts'
import { isNoteField, scoreField } from '../typed-sheet.ts'

interface SheetConflictsProps {
  heading: RefObject<HTMLHeadingElement | null>
  criteria: readonly ShownCriterion[]
  state: Pick<DraftState, 'answers' | 'conflicts'>
  onChoose: (field: string, whose: 'mine' | 'theirs') => void
}

/** What was changed here and in another tab, both shown: the expert chooses, nothing is overwritten. */
export const SheetConflicts = ({ heading, criteria, state, onChoose }: SheetConflictsProps) => {
  const { t } = useReviewText()
  const fields = Object.keys(state.conflicts)
  const labelOf = (field: string): string => {
    if (field === 'comment' || field === 'remark') return t(field)
    if (isNoteField(field)) return t('note')
    return criteria.find(({ id }) => scoreField(id) === field)?.label ?? field
  }
  const textOf = (value: unknown): string => (typeof value === 'string' && value !== '' ? value : t('empty'))
  return (
    <div role="alert" className={conflictStyles.place}>
      {fields.length > 0 && (
        <section className={`stack gap-12 ${conflictStyles.conflicts}`} aria-labelledby="sheet-conflicts">
          <h2 id="sheet-conflicts" ref={heading} tabIndex={-1}>
            {t('conflict.title')}
          </h2>
          <p>{t('conflict.about')}</p>
          {fields.map((field) => (
            <fieldset key={field} className={conflictStyles.conflict}>
              <legend>{labelOf(field)}</legend>
              {(['mine', 'theirs'] as const).map((whose) => (
                <div key={whose} className={`stack gap-8 ${conflictStyles.side}`}>
                  <p className="muted small">{t(`conflict.${whose}`)}</p>
                  <div className={conflictStyles.text}>
                    {textOf((whose === 'mine' ? state.answers : state.conflicts)[field])}
                  </div>
                  <button type="button" className="button quiet" onClick={() => onChoose(field, whose)}>
                    {t(`conflict.${whose}.choose`)}
                  </button>
                </div>
              ))}
            </fieldset>
          ))}
        </section>
      )}
    </div>
  )
}
