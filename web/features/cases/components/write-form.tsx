import { useState } from 'react'
import type { IdAfter } from '@lectern/messages/message-id.ts'
import { caseLimits } from '@lectern/contract/cases/case-values.ts'
import { createKeys } from '../../../request/idempotency-key.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextArea } from '../../../ui/form/text-area.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { useCaseDraft } from '../use-case-draft.ts'
import { EvidenceField } from './evidence-field.tsx'

export interface Written {
  text: string
  evidence: string[]
}

interface WriteFormProps {
  /** What is written: a message, a statement, an appeal. */
  what: Extract<IdAfter<'case.write.'>, 'message' | 'statement' | 'appeal'>
  caseId: string
  owner: string
  onSend: (content: Written, headers: Record<string, string>) => Promise<void>
}

/** A text with files in a case. What is typed is kept until it is sent. */
export const WriteForm = ({ what, caseId, owner, onSend }: WriteFormProps) => {
  const intl = useIntl()
  const [keyOf] = useState(createKeys)
  const { typed, change, forget } = useCaseDraft(`${what}.${caseId}`, owner)
  const form = useForm<'text'>({
    submit: async ({ text }) => {
      const content = { text, evidence: typed.files.map(({ id }) => id) }
      await onSend(content, { 'Idempotency-Key': keyOf([what, caseId, content]) })
      forget()
      change({ text: '', files: [] })
      forget()
      form.reset()
    },
    problemsOf,
  })
  return (
    <Form form={form}>
      <TextArea
        name="text"
        label={<FormattedMessage id={`case.write.${what}`} />}
        missing={intl.formatMessage({ id: 'case.write.missing' })}
        autoComplete="off"
        rows={what === 'message' ? 4 : 8}
        limit={caseLimits.text}
        defaultValue={typed.text}
        required
        onValue={(text) => change({ text })}
      />
      <EvidenceField
        form={`${what} ${caseId}`}
        target={{ case: caseId }}
        files={typed.files}
        onChange={(files) => change({ files })}
      />
      <FormActions>
        <SubmitButton>
          <FormattedMessage id={`case.write.${what}.send`} />
        </SubmitButton>
      </FormActions>
    </Form>
  )
}
