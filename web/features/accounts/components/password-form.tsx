import type { ReactNode } from 'react'
import { problemsOf } from '../../../request/request-error.ts'
import { Link } from '../../../router/link.tsx'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import styles from './settings.module.css'

const toPassword = (text: ReactNode) => (
  <Link key="link" to="/account/reviserPwd">
    {text}
  </Link>
)

/** For users without a password: security settings need one. */
export const PasswordNeeded = () => (
  <Notice>
    <FormattedMessage id="settings.passwordNeeded" values={{ link: toPassword }} />
  </Notice>
)

/** A hidden field, so that password managers store the password under this username. */
export const UsernameForBrowser = ({ username }: { username: string }) => (
  <input autoComplete="username" defaultValue={username} readOnly hidden />
)

export const CancelButton = ({ onCancel }: { onCancel: () => void }) => (
  <button type="button" className="button quiet" onClick={onCancel}>
    <FormattedMessage id="form.cancel" />
  </button>
)

export const OwnPassword = () => (
  <PasswordField
    name="password"
    label={<FormattedMessage id="field.oldPassword" />}
    autoComplete="current-password"
    required
  />
)

interface PasswordFormProps {
  username: string
  /** Describes the action. */
  children: ReactNode
  action: ReactNode
  danger?: boolean
  onGiven: (password: string) => Promise<unknown>
  onCancel: () => void
}

/** Asks for the password before a security-relevant action. */
export const PasswordForm = ({ username, children, action, danger = false, onGiven, onCancel }: PasswordFormProps) => {
  const form = useForm<'password'>({ submit: ({ password }) => onGiven(password), problemsOf })
  return (
    <Form form={form}>
      <div className={styles.about}>{children}</div>
      <UsernameForBrowser username={username} />
      <OwnPassword />
      <FormActions>
        <SubmitButton className={danger ? styles.dangerSolid : undefined}>{action}</SubmitButton>
        <CancelButton onCancel={onCancel} />
      </FormActions>
    </Form>
  )
}
