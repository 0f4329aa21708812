import { Descriptions, Typography } from 'antd'
import { answerText, readAnswer } from '@lectern/contract/enrolments/answer-text.ts'
import type { Enrolment, ShownField } from '@lectern/contract/enrolments/enrolments.ts'
import type { AnswerValue } from '@lectern/contract/enrolments/form-fields.ts'
import { askedFields } from '@lectern/contract/enrolments/form-values.ts'
import { useIntl } from '../../../../ui/intl.tsx'
import { Phone } from '../../../../ui/phone.tsx'
import { sizeIn } from '../../../materials/file-words.ts'
import { useEnrolmentWords } from '../enrolment-words.ts'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'

interface AnswerProps {
  field: ShownField
  value: AnswerValue | undefined
  files: Enrolment['files']
}

/** An answer as readable text. */
const Answer = ({ field, value, files }: AnswerProps) => {
  const intl = useIntl()
  const { t } = useEnrolmentWords()
  const answer = readAnswer(field, value)
  if (answer.kind === 'none') return <Typography.Text type="secondary">{t('noAnswer')}</Typography.Text>
  if (answer.kind === 'files') {
    const named = files.filter(({ id }) => answer.files.includes(id))
    if (named.length === 0) return <Typography.Text type="secondary">{t('fileGone')}</Typography.Text>
    return named.map((file) => (
      <div key={file.id}>
        <a href={`/api/files/${file.id}`} download>
          {t('file', { name: file.name, size: sizeIn(intl, file.size) })}
        </a>
      </div>
    ))
  }
  if (field.type === 'phone' && typeof value === 'string') return <Phone value={value} />
  const text = answerText(answer, { locale: intl.locale, agreed: t('agreed'), fileName: () => undefined })
  return <span style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{text}</span>
}

/** The answers; problems of a draft are shown beside them. */
export const AnswerList = ({ enrolment }: { enrolment: Enrolment }) => {
  const { t } = useEnrolmentWords()
  const { fields, answers, files, problems } = enrolment
  if (fields.length === 0) return <Typography.Text type="secondary">{t('noQuestions')}</Typography.Text>
  return (
    <Descriptions
      bordered
      size="small"
      column={1}
      styles={{ label: { width: '30%', minWidth: 120 } }}
      items={askedFields(fields, answers).map((field) => ({
        key: field.id,
        label: (
          <>
            {field.label} {field.personal && <StateTag tone="quiet">{t('personal')}</StateTag>}
          </>
        ),
        children: (
          <>
            <Answer field={field} value={answers[field.id]} files={files} />
            {enrolment.state === 'draft' &&
              problems
                .filter((problem) => problem.field === field.id)
                .map(({ message }) => (
                  <div key={message}>
                    <Typography.Text type="warning">{message}</Typography.Text>
                  </div>
                ))}
          </>
        ),
      }))}
    />
  )
}
