import type { RefObject } from 'react'
import type { Work } from '@lectern/contract/works.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import styles from '../../enrolments/components/conflicts.module.css'
import type { DraftState } from '../../enrolments/draft.ts'
import { fieldLabels } from '../field-labels.ts'

interface WorkConflictsProps {
  heading: RefObject<HTMLHeadingElement | null>
  work: Work
  state: DraftState
  onChoose: (field: string, whose: 'mine' | 'theirs') => void
}

/** What was changed here and elsewhere, both shown: somebody chooses, nothing is overwritten. */
export const WorkConflicts = ({ heading, work, state: { answers, conflicts }, onChoose }: WorkConflictsProps) => {
  const intl = useIntl()
  const labels = fieldLabels(intl, work)
  const textOf = (value: unknown): string => {
    if (typeof value === 'boolean') return intl.formatMessage({ id: value ? 'work.yes' : 'work.no' })
    return typeof value === 'string' && value !== '' ? value : '—'
  }
  const fields = Object.keys(conflicts)
  return (
    <div role="alert" className={styles.place}>
      {fields.length > 0 && (
        <section className={styles.conflicts} aria-labelledby="conflicts">
          <h2 id="conflicts" ref={heading} tabIndex={-1}>
            <FormattedMessage id="enrolment.conflict.title" />
          </h2>
          <p>
            <FormattedMessage id="enrolment.conflict.about" />
          </p>
          {fields.map((field) => (
            <fieldset key={field} className={styles.conflict}>
              <legend>{labels[field] ?? field}</legend>
              {(['mine', 'theirs'] as const).map((whose) => (
                <div key={whose} className={styles.side}>
                  <p className={styles.whose}>
                    <FormattedMessage id={`enrolment.conflict.${whose}`} />
                  </p>
                  <div className={styles.text}>{textOf((whose === 'mine' ? answers : conflicts)[field])}</div>
                  <button type="button" className="button quiet" onClick={() => onChoose(field, whose)}>
                    <FormattedMessage id={`enrolment.conflict.${whose}.choose`} />
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
