import { changePassword } from '@lectern/contract/sign-in/sign-in.ts'
import type { Client } from '../../../request/client.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { Form } from '../../../ui/form/form.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import styles from './sign-in-form.module.css'

interface ChangePasswordFormProps {
  client: Client
  /** So that password managers store the new password under this name. */
  username: string
  onChanged: () => void
}

/** For users who know the old password. */
export const ChangePasswordForm = ({ client, username, onChanged }: ChangePasswordFormProps) => {
  const form = useForm<'oldPassword' | 'newPassword'>({
    submit: async ({ oldPassword, newPassword }) => {
      await client(changePassword, { body: { oldPassword, newPassword } }, { inPlaceSignIn: true })
      onChanged()
    },
    problemsOf,
    sendIncomplete: true,
  })
  return (
    <Form form={form}>
      <input autoComplete="username" defaultValue={username} readOnly hidden />
      <PasswordField
        name="oldPassword"
        label={<FormattedMessage id="field.oldPassword" />}
        autoComplete="current-password"
        required
      />
      <NewPasswordField name="newPassword" />
      <SubmitButton className={styles.submit}>
        <FormattedMessage id="password.change" />
      </SubmitButton>
    </Form>
  )
}
