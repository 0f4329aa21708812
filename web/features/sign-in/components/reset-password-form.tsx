import { resetPassword } from '@lectern/contract/sign-in/sign-in.ts'
import { Form } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { ContactFields, useCodeProofs, type Sending } from './contact-fields.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import styles from './sign-in-form.module.css'
import { useProblems } from './use-problems.ts'

/** For users without a password, or who forgot it: a code proves their identity. */
export const ResetPasswordForm = ({ onReset, ...sending }: Sending & { onReset: () => unknown }) => {
  const proofs = useCodeProofs(sending.client)
  const form = useForm<'contact' | 'code' | 'newPassword'>({
    submit: async ({ contact, code, newPassword }) => {
      await sending.client(resetPassword, { body: { contact, code, newPassword } })
      await onReset()
    },
    problemsOf: useProblems(),
    sendIncomplete: true,
  })
  return (
    <Form form={form}>
      <ContactFields {...sending} purpose="resetPassword" proofs={proofs} />
      <NewPasswordField name="newPassword" />
      <SubmitButton className={styles.submit}>
        <FormattedMessage id="password.reset" />
      </SubmitButton>
    </Form>
  )
}
