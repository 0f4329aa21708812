import { usernameLength } from '@lectern/contract/accounts/account-values.ts'
import type { CurrentUser } from '@lectern/contract/accounts/accounts.ts'
import { listDocuments } from '@lectern/contract/documents/documents.ts'
import { signUpFromProvider, type UnknownIdentity } from '@lectern/contract/sign-in/provider-sign-in.ts'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ContactFields, useCodeProofs, type Sending } from './contact-fields.tsx'
import { documentLinks } from './document-link.tsx'
import styles from './sign-in-form.module.css'
import { useProblems } from './use-problems.ts'

interface ProviderSignUpProps {
  sending: Sending
  unknown: UnknownIdentity
  state: string
  onSignedIn: (user: CurrentUser) => Promise<unknown>
}

/** Creates an account without a password. A contact is confirmed by a code, unless the provider's word counts. */
export const ProviderSignUp = ({ sending, unknown, state, onSignedIn }: ProviderSignUpProps) => {
  const { client, channels } = sending
  const proofs = useCodeProofs(client)
  const form = useForm<'username' | 'contact' | 'code' | 'consents'>({
    submit: async ({ username, contact, code }) => {
      const { list } = await client(listDocuments)
      const consents = list.map(({ id }) => id)
      const proven = unknown.isEmailConfirmed ? {} : { contact, code }
      const { user } = await client(signUpFromProvider, { params: { state }, body: { username, consents, ...proven } })
      await onSignedIn(user)
    },
    problemsOf: useProblems(),
  })
  if (!unknown.isEmailConfirmed && channels.length === 0)
    return (
      <Notice>
        <FormattedMessage id="signUp.noChannel" />
      </Notice>
    )
  return (
    <Form form={form}>
      <Field
        name="username"
        label={<FormattedMessage id="field.username" />}
        hint={<FormattedMessage id="signUp.usernameHint" values={usernameLength} />}
        autoComplete="username"
        required
        onValue={proofs.prepare}
      />
      {unknown.isEmailConfirmed ? (
        <p>
          <FormattedMessage id="signIn.unknown.email" values={{ email: unknown.email ?? '' }} />
        </p>
      ) : (
        <ContactFields {...sending} purpose="signUp" proofs={proofs} />
      )}
      <CheckboxField name="consents" label={<FormattedMessage id="signUp.consent" values={documentLinks} />} required />
      <SubmitButton className={styles.submit}>
        <FormattedMessage id="signUp.submit" />
      </SubmitButton>
    </Form>
  )
}
