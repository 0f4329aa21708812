import type { RefObject } from 'react'
import type { Enrolment } from '@lectern/contract/enrolments.ts'
import { FormattedMessage } from '../../../ui/intl.tsx'
import type { DraftState } from '../draft.ts'
import { AnswerText } from './answer-list.tsx'
import styles from './conflicts.module.css'

interface ConflictsProps {
  heading: RefObject<HTMLHeadingElement | null>
  enrolment: Pick<Enrolment, 'fields' | 'files'>
  state: DraftState
  onChoose: (field: string, whose: 'mine' | 'theirs') => void
}

/** Shows conflicting answers from here and elsewhere to choose from; nothing is overwritten. */
export const Conflicts = ({
  heading,
  enrolment: { fields, files },
  state: { answers, conflicts },
  onChoose,
}: ConflictsProps) => {
  const concerned = fields.filter(({ id }) => Object.hasOwn(conflicts, id))
  return (
    <div role="alert" className={styles.place}>
      {concerned.length > 0 && (
        <section className={styles.conflicts} aria-labelledby="conflicts">
          <h2 id="conflicts" ref={heading} tabIndex={-1}>
            <FormattedMessage id="enrolment.conflict.title" />
          </h2>
          <p>
            <FormattedMessage id="enrolment.conflict.about" />
          </p>
          {concerned.map((field) => (
            <fieldset key={field.id} className={styles.conflict}>
              <legend>{field.label}</legend>
              {(['mine', 'theirs'] as const).map((whose) => (
                <div key={whose} className={styles.side}>
                  <p className={styles.whose}>
                    <FormattedMessage id={`enrolment.conflict.${whose}`} />
                  </p>
                  <div className={styles.text}>
                    <AnswerText
                      field={field}
                      value={(whose === 'mine' ? answers : conflicts)[field.id]}
                      files={files}
                    />
                  </div>
                  <button type="button" className="button quiet" onClick={() => onChoose(field.id, whose)}>
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
