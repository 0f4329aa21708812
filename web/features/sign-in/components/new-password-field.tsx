import { passwordLength } from '@lectern/contract/accounts/account-values.ts'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'

/** A password that the user chooses. */
export const NewPasswordField = ({ name }: { name: 'password' | 'newPassword' }) => (
  <PasswordField
    name={name}
    label={<FormattedMessage id={`field.${name}`} />}
    hint={<FormattedMessage id="password.hint" values={passwordLength} />}
    autoComplete="new-password"
    strength
    required
  />
)
