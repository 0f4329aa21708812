import { loanItems, maxPurposeLength } from '@lectern/contract/loans/loan-values.ts'
import { requestLoan, type TeamLoans } from '@lectern/contract/loans/loans.ts'
import { useState } from 'react'
import type { Client } from '../../../request/client.ts'
import { createKeys } from '../../../request/idempotency-key.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextArea } from '../../../ui/form/text-area.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'

interface LoanFormProps {
  team: TeamLoans
  client: Client
  onRequested: () => void
}

/** Asks the organisers for equipment. */
export const LoanForm = ({ team: { enrolmentId }, client, onRequested }: LoanFormProps) => {
  const intl = useIntl()
  const [keyOf] = useState(createKeys)
  const form = useForm<'item' | 'purpose'>({
    submit: async ({ item, purpose }) => {
      const body = { enrolmentId, item: item as (typeof loanItems)[number], purpose }
      const headers = { 'Idempotency-Key': keyOf(body) }
      await client(requestLoan, { body }, { inPlaceSignIn: true, headers })
      onRequested()
    },
    problemsOf,
  })
  return (
    <Form form={form}>
      <SelectField
        name="item"
        label={<FormattedMessage id="loan.item" />}
        autoComplete="off"
        required
        options={loanItems.map((value) => ({ value, label: intl.formatMessage({ id: `loan.item.${value}` }) }))}
      />
      <TextArea
        name="purpose"
        label={<FormattedMessage id="loan.purpose" />}
        autoComplete="off"
        required
        rows={3}
        limit={maxPurposeLength}
      />
      <FormActions>
        <SubmitButton>
          <FormattedMessage id="loan.request" />
        </SubmitButton>
      </FormActions>
    </Form>
  )
}
