import { useId } from 'react'
import { maxCommentLength, maxRemarkLength, type RoundKind } from '@lectern/contract/review/review-values.ts'
import type { ShownCriterion } from '@lectern/contract/review/review.ts'
import type { Answers } from '@lectern/contract/enrolments/form-fields.ts'
import { useReviewText } from '../review-text.ts'
import { scoreField, textIn, type TypedScore } from '../typed-sheet.ts'
import { CriterionField, fieldIdOf } from './criterion-field.tsx'
import styles from './sheet.module.css'

export const commentId = 'sheet-comment'
export const remarkId = 'sheet-remark'

/** Moves the focus to a field of the sheet, and shows it. */
export const focusField = (id: string): void => {
  const field = document.getElementById(id)
  field?.focus()
  if (field instanceof HTMLInputElement) field.select()
  field?.closest('fieldset, [data-field]')?.scrollIntoView({ block: 'nearest' })
}

interface LongTextProps {
  id: string
  label: string
  hint: string
  value: string
  limit: number
  isReadOnly: boolean
  problem?: string | undefined
  onChange: (value: string) => void
}

/** A text that is never cut: what is too long is told, and not sent. */
const LongText = ({ id, label, hint, value, limit, isReadOnly, problem, onChange }: LongTextProps) => {
  const { t } = useReviewText()
  const about = useId()
  const over = value.length - limit
  const problemText = over > 0 ? t('tooLong', { count: over }) : problem
  return (
    <div className={`stack gap-4 ${styles.text}`} data-field data-wrong={problemText !== undefined || undefined}>
      <label htmlFor={id}>{label}</label>
      <p id={`${about}-hint`} className={styles.help}>
        {hint}
      </p>
      <textarea
        id={id}
        rows={4}
        value={value}
        readOnly={isReadOnly}
        aria-describedby={`${about}-hint${problemText === undefined ? '' : ` ${about}-problem`}`}
        aria-invalid={problemText !== undefined || undefined}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !event.nativeEvent.isComposing) event.currentTarget.blur()
        }}
      />
      {problemText !== undefined && (
        <p id={`${about}-problem`} className={`small strong ${styles.problem}`}>
          {problemText}
        </p>
      )}
    </div>
  )
}

interface SheetFieldsProps {
  kind: RoundKind
  criteria: readonly ShownCriterion[]
  step: number
  typed: Answers
  scores: Readonly<Record<string, TypedScore>>
  isReadOnly: boolean
  isChecked: boolean
  /** The id of the criterion that the keys go to. */
  current: string | undefined
  onCurrent: (criterion: string) => void
  onChange: (field: string, value: string) => void
  /** Absent in the practice: organisers would not read it. */
  hasRemark?: boolean
}

/** Everything that an expert fills in about a work. */
export const SheetFields = (props: SheetFieldsProps) => {
  const { kind, criteria, step, typed, scores, isReadOnly, isChecked, current, onCurrent, onChange } = props
  const { t } = useReviewText()
  const comment = textIn(typed, 'comment')
  return (
    <>
      {criteria.map((criterion, position) => (
        <CriterionField
          key={criterion.id}
          criterion={criterion}
          number={position + 1}
          step={step}
          value={textIn(typed, scoreField(criterion.id))}
          score={scores[criterion.id] ?? {}}
          isReadOnly={isReadOnly}
          isChecked={isChecked}
          isCurrent={criterion.id === current}
          onCurrent={() => onCurrent(criterion.id)}
          onChange={(value) => onChange(scoreField(criterion.id), value)}
          onDone={() => {
            const next = criteria[position + 1]
            focusField(next ? fieldIdOf(next.id) : commentId)
          }}
        />
      ))}
      <LongText
        id={commentId}
        label={t('comment')}
        hint={t('comment.hint')}
        value={comment}
        limit={maxCommentLength}
        isReadOnly={isReadOnly}
        problem={kind === 'advice' && isChecked && comment.trim() === '' ? t('comment.missing') : undefined}
        onChange={(value) => onChange('comment', value)}
      />
      {props.hasRemark !== false && (
        <LongText
          id={remarkId}
          label={t('remark')}
          hint={t('remark.hint')}
          value={textIn(typed, 'remark')}
          limit={maxRemarkLength}
          isReadOnly={isReadOnly}
          onChange={(value) => onChange('remark', value)}
        />
      )}
    </>
  )
}
