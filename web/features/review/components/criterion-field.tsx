import { useState, type KeyboardEvent } from 'react'
import type { ShownCriterion } from '@lectern/contract/review/review.ts'
import { formatPoints } from '@lectern/contract/rounds/points.ts'
import { levelOf, middleOf, stepped } from '../levels.ts'
import { useReviewText } from '../review-text.ts'
import { spelledPoints, type TypedScore } from '../typed-sheet.ts'
import own from './criterion-field.module.css'
import styles from './sheet.module.css'

interface CriterionFieldProps {
  criterion: ShownCriterion
  /** Counted from 1. */
  number: number
  step: number
  /** Valid points in one spelling, or what was typed. */
  value: string
  score: TypedScore
  isReadOnly: boolean
  /** An empty field is shown as a problem. */
  isChecked: boolean
  /** The keys of the desk go to this criterion. */
  isCurrent: boolean
  onCurrent: () => void
  onChange: (value: string) => void
  /** Enter: on to the next field. */
  onDone: () => void
}

export const fieldIdOf = (criterion: string): string => `score-${criterion}`

/** One criterion: words for ranges of points, and the points themselves. */
export const CriterionField = (props: CriterionFieldProps) => {
  const { criterion, number, step, value, score, isReadOnly, isChecked, isCurrent, onCurrent, onChange, onDone } = props
  const { t, points: textOfPoints } = useReviewText()
  const { id, label, help, max, levels } = criterion
  const [typed, setTyped] = useState(value)
  // What is typed stays as it is, until the value comes from elsewhere.
  const fieldValue = spelledPoints(typed, criterion, step) === value ? typed : value
  const level = levelOf(criterion, score.points)
  const field = fieldIdOf(id)
  const problem =
    score.problem === undefined || (score.problem === 'empty' && !isChecked)
      ? undefined
      : t(`problem.${score.problem}`, { max: textOfPoints(max), step: textOfPoints(step) })
  const put = (points: number): void => {
    const text = formatPoints(points)
    setTyped(text)
    onChange(text)
  }
  const move = (by: 1 | -1): void => put(stepped(score.points, by, { max, step }))
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    const { key, currentTarget, nativeEvent } = event
    if (nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (key === 'ArrowUp' || key === 'ArrowDown') move(key === 'ArrowUp' ? 1 : -1)
    else if (key === 'Enter') onDone()
    else if (key === 'Escape') currentTarget.blur()
    else return
    event.preventDefault()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only follows where the expert is
    <fieldset
      className={own.criterion}
      data-current={isCurrent || undefined}
      data-wrong={problem !== undefined || undefined}
      onFocus={onCurrent}
      onPointerDown={onCurrent}
    >
      <legend className={`strong break-anywhere ${own.criterionHead}`}>
        <span className={own.ordinal}>{number}</span> {label}
      </legend>
      {help && <p className={styles.help}>{help}</p>}
      <div className={`cluster between ${own.entry}`}>
        {levels.length > 0 && (
          <div className={own.levels} role="group" aria-label={t('levels', { label })}>
            {levels.map((each) => (
              <button
                key={each.label}
                type="button"
                className={own.level}
                aria-pressed={each === level}
                aria-disabled={isReadOnly || undefined}
                onClick={() => !isReadOnly && put(middleOf(each, step))}
              >
                <span>{each.label}</span>{' '}
                <span className={own.range}>
                  {t('range', { from: textOfPoints(each.from), to: textOfPoints(each.to) })}
                </span>
              </button>
            ))}
          </div>
        )}
        <div className={own.points}>
          <button
            type="button"
            className={own.step}
            tabIndex={-1}
            aria-label={t('less', { label })}
            aria-disabled={isReadOnly || undefined}
            onClick={() => !isReadOnly && move(-1)}
          >
            −
          </button>
          <input
            id={field}
            className={own.number}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="next"
            aria-label={t('pointsOf', { label, max: textOfPoints(max) })}
            aria-invalid={problem !== undefined || undefined}
            aria-describedby={problem === undefined ? undefined : `${field}-problem`}
            readOnly={isReadOnly}
            value={fieldValue}
            onChange={({ target }) => {
              setTyped(target.value)
              onChange(spelledPoints(target.value, criterion, step))
            }}
            onBlur={() => setTyped(value)}
            onKeyDown={isReadOnly ? undefined : press}
          />
          <button
            type="button"
            className={own.step}
            tabIndex={-1}
            aria-label={t('more', { label })}
            aria-disabled={isReadOnly || undefined}
            onClick={() => !isReadOnly && move(1)}
          >
            +
          </button>
          <span className={own.max} aria-hidden="true">
            / {textOfPoints(max)}
          </span>
        </div>
      </div>
      {problem !== undefined && (
        <p id={`${field}-problem`} className={`small strong ${styles.problem}`}>
          {problem}
        </p>
      )}
    </fieldset>
  )
}
