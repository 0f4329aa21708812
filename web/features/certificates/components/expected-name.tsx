import { useState } from 'react'
import { maxCertificateName, maxCorrectionReason } from '@lectern/contract/certificates/certificate-values.ts'
import {
  requestCorrection,
  withdrawCorrection,
  type ExpectedName as Expected,
} from '@lectern/contract/certificates/certificates.ts'
import type { Client } from '../../../request/client.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextArea } from '../../../ui/form/text-area.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import styles from './own-certificate.module.css'

interface ExpectedNameProps {
  expected: Expected
  client: Client
  onChanged: () => unknown
}

const CorrectionForm = ({ expected, client, onChanged }: ExpectedNameProps) => {
  const intl = useIntl()
  const form = useForm<'name' | 'reason'>({
    submit: async ({ name, reason }) => {
      await client(requestCorrection, { body: { work: expected.work, name, reason } }, { inPlaceSignIn: true })
      await onChanged()
    },
    problemsOf,
  })
  return (
    <Form form={form}>
      <Field
        name="name"
        label={<FormattedMessage id="certificate.correct.name" />}
        missing={intl.formatMessage({ id: 'certificate.correct.nameMissing' })}
        autoComplete="name"
        required
        maxLength={maxCertificateName}
        defaultValue={expected.name}
      />
      <TextArea
        name="reason"
        label={<FormattedMessage id="certificate.correct.reason" />}
        hint={<FormattedMessage id="certificate.correct.reasonHint" />}
        missing={intl.formatMessage({ id: 'certificate.correct.reasonMissing' })}
        autoComplete="off"
        required
        limit={maxCorrectionReason}
      />
      <FormActions>
        <SubmitButton>
          <FormattedMessage id="certificate.correct.send" />
        </SubmitButton>
      </FormActions>
    </Form>
  )
}

/** The user's name as it will be printed, and how to have it corrected before that. */
export const ExpectedName = (props: ExpectedNameProps) => {
  const { expected, client, onChanged } = props
  const { number, title, activity, name, correction, may } = expected
  const [isOpen, setOpen] = useState(false)
  const withdraw = async (id: string): Promise<void> => {
    await client(withdrawCorrection, { params: { id } }, { inPlaceSignIn: true })
    await onChanged()
  }
  const isWaiting = correction?.state === 'open'
  return (
    <article className={`stack-fit gap-8 card break-anywhere ${styles.card}`}>
      <p className={styles.place}>
        <span translate="no">{number}</span>
        <bdi>{activity}</bdi>
      </p>
      <h3>
        <bdi>{name}</bdi>
      </h3>
      <p className="muted small">
        <bdi>{title}</bdi>
      </p>
      {correction && (
        <p>
          <FormattedMessage id={`certificate.correction.${correction.state}`} values={{ name: correction.to }} />
        </p>
      )}
      {correction?.answer && <p className="muted small">{correction.answer}</p>}
      <div className={`row gap-12 ${styles.actions}`}>
        {isWaiting && (
          // A refusal is shown by the request.
          <button
            type="button"
            className="button quiet"
            onClick={() => void withdraw(correction.id).catch(() => undefined)}
          >
            <FormattedMessage id="certificate.correct.withdraw" />
          </button>
        )}
        {!isWaiting && may.correct === null && (
          <button type="button" className="button quiet" onClick={() => setOpen(true)}>
            <FormattedMessage id="certificate.correct" />
          </button>
        )}
      </div>
      {!isWaiting && may.correct !== null && <p className="muted small">{may.correct}</p>}
      <Dialog open={isOpen} title={<FormattedMessage id="certificate.correct" />} onClose={() => setOpen(false)}>
        <CorrectionForm
          {...props}
          onChanged={() => {
            setOpen(false)
            return onChanged()
          }}
        />
      </Dialog>
    </article>
  )
}
