import { useState } from 'react'
import type { FileId, InstitutionId } from '@lectern/contract/ids.ts'
import { requestOfficer } from '@lectern/contract/institutions/officers.ts'
import type { Client } from '../../../request/client.ts'
import { createKeys } from '../../../request/idempotency-key.ts'
import { FieldError, FieldHint, useField } from '../../../ui/form/field-frame.tsx'
import frame from '../../../ui/form/field-frame.module.css'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { UploadField } from '../../files/components/upload-field.tsx'
import { listedInstitution, useListedProblems } from '../listed-institution.ts'
import { InstitutionField } from './institution-field.tsx'

interface LetterFieldProps {
  letter: FileId | null
  onChange: (letter: FileId | null) => void
}

const LetterField = ({ letter, onChange }: LetterFieldProps) => {
  const intl = useIntl()
  const label = intl.formatMessage({ id: 'account.officer.letter' })
  const hint = <FormattedMessage id="account.officer.letterHint" />
  const { id, messages, aria } = useField({ name: 'letter', hint })
  return (
    <div className={frame.frame} data-field data-wrong={messages.length > 0 || undefined}>
      <p className={frame.label}>{label}</p>
      <FieldHint id={id} hint={hint} />
      <FieldError id={id} messages={messages} />
      <UploadField
        purpose="officerLetter"
        id={id}
        name="letter"
        label={label}
        value={letter}
        aria-describedby={aria['aria-describedby']}
        onChange={(uploaded) => onChange(uploaded)}
      />
    </div>
  )
}

interface OfficerRequestProps {
  client: Client
  onSent: () => Promise<unknown>
}

/** Asks to act for an institution, with a stamped letter. */
export const OfficerRequest = ({ client, onSent }: OfficerRequestProps) => {
  const intl = useIntl()
  const [keyOf] = useState(createKeys)
  const [letter, setLetter] = useState<FileId | null>(null)
  const problemsOf = useListedProblems()
  const form = useForm<'institution' | 'institutionId'>({
    submit: async (values) => {
      const institutionId = listedInstitution(values) as InstitutionId
      const body = { institutionId, letter: letter as FileId }
      await client(requestOfficer, { body }, { inPlaceSignIn: true, headers: { 'Idempotency-Key': keyOf(body) } })
      await onSent()
    },
    problemsOf,
  })
  return (
    <Form form={form}>
      <InstitutionField
        client={client}
        name="institution"
        kind="any"
        label={<FormattedMessage id="account.officer.institution" />}
        defaultText=""
        defaultId=""
        onlyListed
        required
      />
      <LetterField letter={letter} onChange={setLetter} />
      <FormActions>
        <SubmitButton>
          <FormattedMessage id="account.officer.send" />
        </SubmitButton>
      </FormActions>
      <div role="status">
        {form.done && <Notice kind="done">{intl.formatMessage({ id: 'account.officer.sent' })}</Notice>}
      </div>
    </Form>
  )
}
