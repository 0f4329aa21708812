import type { ReactNode, RefObject } from 'react'
import { FormattedMessage } from '../../../ui/intl.tsx'
import styles from './conflicts.module.css'

export interface ConflictsProps {
  heading: RefObject<HTMLHeadingElement | null>
  onChoose: (field: string, whose: 'mine' | 'theirs') => void
}

interface ConflictListProps extends ConflictsProps {
  /** Each with its value here and elsewhere. */
  fields: readonly { id: string; label: string; mine: ReactNode; theirs: ReactNode }[]
}

/** Shows what was changed here and elsewhere to choose from; nothing is overwritten. */
export const ConflictList = ({ heading, fields, onChoose }: ConflictListProps) => (
  <div role="alert" className={styles.place}>
    {fields.length > 0 && (
      <section className={`stack gap-12 ${styles.conflicts}`} aria-labelledby="conflicts">
        <h2 id="conflicts" ref={heading} tabIndex={-1}>
          <FormattedMessage id="enrolment.conflict.title" />
        </h2>
        <p>
          <FormattedMessage id="enrolment.conflict.about" />
        </p>
        {fields.map(({ id, label, ...values }) => (
          <fieldset key={id} className={styles.conflict}>
            <legend>{label}</legend>
            {(['mine', 'theirs'] as const).map((whose) => (
              <div key={whose} className={`stack gap-8 ${styles.side}`}>
                <p className="muted small">
                  <FormattedMessage id={`enrolment.conflict.${whose}`} />
                </p>
                <div className={styles.text}>{values[whose]}</div>
                <button type="button" className="button quiet" onClick={() => onChoose(id, whose)}>
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
