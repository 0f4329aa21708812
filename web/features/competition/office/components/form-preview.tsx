import { Drawer } from 'antd'
import { useState } from 'react'
import type { Answers } from '@lectern/contract/enrolments/form-fields.ts'
import { askedFields, showField } from '@lectern/contract/enrolments/form-values.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { Form } from '../../../../ui/form/form.tsx'
import { useForm } from '../../../../ui/form/use-form.ts'
import { FormattedMessage, useIntl } from '../../../../ui/intl.tsx'
import { AnswerField } from '../../../enrolments/components/answer-field.tsx'
import { fieldOf, type Question } from '../question.ts'

interface FormPreviewProps {
  questions: readonly Question[]
  language: Locale
  onClose: () => void
}

/** The form as teams see it, with the same components. Input is not stored. */
export const FormPreview = ({ questions, language, onClose }: FormPreviewProps) => {
  const intl = useIntl()
  const [isOpen, setOpen] = useState(true)
  const [answers, setAnswers] = useState<Answers>({})
  const fields = questions.map((question) => showField(fieldOf(question), language))
  const visibleFields = askedFields(fields, answers)
  const form = useForm({ submit: async () => undefined, problemsOf: () => undefined })
  return (
    <Drawer
      open={isOpen}
      title={intl.formatMessage({ id: 'office.activities.preview' })}
      size={560}
      onClose={() => setOpen(false)}
      afterOpenChange={(opened) => !opened && onClose()}
    >
      <p style={{ marginBlockEnd: 24, color: 'var(--ink-3)' }}>
        <FormattedMessage id="office.activities.previewHelp" />
      </p>
      <div lang={language}>
        <Form form={form}>
          {visibleFields.map((field) => (
            // Inert, because a file would be uploaded.
            <div key={field.id} inert={field.type === 'file'}>
              <AnswerField
                field={field}
                value={answers[field.id]}
                onChange={(value) => setAnswers((former) => ({ ...former, [field.id]: value }))}
              />
            </div>
          ))}
        </Form>
      </div>
    </Drawer>
  )
}
