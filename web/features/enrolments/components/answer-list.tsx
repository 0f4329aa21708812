import { answerText, readAnswer } from '@lectern/contract/enrolments/answer-text.ts'
import { fileUrl } from '@lectern/contract/files/file-addresses.ts'
import type { Enrolment, ShownField } from '@lectern/contract/enrolments/enrolments.ts'
import type { Answers, AnswerValue } from '@lectern/contract/enrolments/form-fields.ts'
import { askedFields } from '@lectern/contract/enrolments/form-values.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { sizeIn } from '../../materials/file-words.ts'
import styles from './answer-list.module.css'

interface AnswerTextProps {
  field: ShownField
  value: AnswerValue | undefined
  files: Enrolment['files']
}

/** An answer as readable text. */
export const AnswerText = ({ field, value, files }: AnswerTextProps) => {
  const intl = useIntl()
  const answer = readAnswer(field, value)
  const named = answer.kind === 'files' ? files.filter(({ id }) => answer.files.includes(id)) : []
  if (named.length > 0)
    return named.map((file) => (
      <div key={file.id}>
        <a href={fileUrl(file.id)} target="_blank" rel="noreferrer">
          <bdi>{file.name}</bdi>
        </a>{' '}
        <span className={styles.size}>{sizeIn(intl, file.size)}</span>
      </div>
    ))
  const agreed = intl.formatMessage({ id: 'enrolment.agreed' })
  const words = answerText(answer, { locale: intl.locale, agreed, fileName: () => undefined })
  return words === '' ? (
    <span className={styles.none}>
      <FormattedMessage id="enrolment.none" />
    </span>
  ) : (
    <span className="pre-line">{words}</span>
  )
}

interface AnswerListProps {
  fields: readonly ShownField[]
  answers: Answers
  files: Enrolment['files']
  /** The problem with an answer. */
  problemOf?: (field: string) => string | undefined
  /** Returns to the question. */
  onChange?: (field: string) => void
}

/** The visible questions with their answers. */
export const AnswerList = ({ fields, answers, files, problemOf, onChange }: AnswerListProps) => (
  <dl className={styles.answers}>
    {askedFields(fields, answers).map((field) => {
      const problem = problemOf?.(field.id)
      return (
        <div key={field.id} data-wrong={problem !== undefined || undefined}>
          <dt>{field.label}</dt>
          <dd>
            <AnswerText field={field} value={answers[field.id]} files={files} />
            {problem !== undefined && <p className={`small strong ${styles.problem}`}>{problem}</p>}
          </dd>
          {onChange && (
            <dd className={`print-hidden ${styles.action}`}>
              <button type="button" className={styles.change} onClick={() => onChange(field.id)}>
                <FormattedMessage
                  id="enrolment.change"
                  values={{
                    label: (
                      <span key="label" className="visually-hidden">
                        {field.label}
                      </span>
                    ),
                  }}
                />
              </button>
            </dd>
          )}
        </div>
      )
    })}
  </dl>
)
