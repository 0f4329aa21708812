import { signUp } from '@lectern/contract/sign-in/sign-in.ts'
import { useRef, useState } from 'react'
import type { CurrentUser } from '@lectern/contract/accounts/accounts.ts'
import { usernameLength } from '@lectern/contract/accounts/account-values.ts'
import { listDocuments, type DocumentHead } from '@lectern/contract/documents/documents.ts'
import type { Client } from '../../../request/client.ts'
import { createKeys } from '../../../request/idempotency-key.ts'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { createProofs, obtainProof } from '../proof.ts'
import { ContactFields, useCodeProofs, type Sending } from './contact-fields.tsx'
import { documentLinks } from './document-link.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import styles from './sign-in-form.module.css'
import { useProblems } from './use-problems.ts'

/** The documents to agree to; requested once. */
const useDocuments = (client: Client) => {
  const documents = useRef<Promise<DocumentHead['id'][]>>(undefined)
  return {
    inForce: () => {
      documents.current ??= client(listDocuments).then(({ list }) => list.map(({ id }) => id))
      documents.current.catch(() => {
        documents.current = undefined
      })
      return documents.current
    },
    forget: () => {
      documents.current = undefined
    },
  }
}

type SignUpFields = Record<'username' | 'password' | 'contact' | 'code', string>

interface SignUpFormProps extends Sending {
  onSignedUp: (user: CurrentUser) => unknown
}

/** The sign-up form. The proof of work against bots is computed while the user types. */
export const SignUpForm = ({ onSignedUp, ...sending }: SignUpFormProps) => {
  const { client } = sending
  const intl = useIntl()
  const [keyOf] = useState(createKeys)
  const [proofs] = useState(() => createProofs((options) => obtainProof(client, 'signUp', undefined, options)))
  const codeProofs = useCodeProofs(client)
  const documents = useDocuments(client)
  const problemSummary = useProblems()

  const register = async (fields: SignUpFields, agreed: boolean): Promise<CurrentUser> => {
    const content = { ...fields, consents: agreed ? await documents.inForce() : [] }
    const headers = { 'Idempotency-Key': keyOf(content) }
    try {
      return await proofs.spend((proof) => client(signUp, { body: { ...content, proof } }, { headers }))
    } catch (error) {
      // The proof is used up; prepare one for the next attempt.
      proofs.prepare()
      documents.forget()
      throw error
    }
  }

  const form = useForm<keyof SignUpFields | 'consents'>({
    submit: async ({ username, password, contact, code, consents }) =>
      onSignedUp(await register({ username, password, contact, code }, consents !== '')),
    // The server refuses the consents if the documents changed while the form was open.
    problemsOf: (error) =>
      problemSummary(error)?.map((problem) =>
        problem.path === 'consents'
          ? { ...problem, message: intl.formatMessage({ id: 'signUp.consentOutdated' }) }
          : problem,
      ),
    sendIncomplete: true,
  })

  const prepare = (): void => {
    codeProofs.prepare()
    proofs.prepare()
  }

  return (
    <Form form={form}>
      <Field
        name="username"
        label={<FormattedMessage id="field.username" />}
        hint={<FormattedMessage id="signUp.usernameHint" values={usernameLength} />}
        autoComplete="username"
        required
        onValue={prepare}
      />
      <NewPasswordField name="password" />
      <ContactFields {...sending} purpose="signUp" proofs={codeProofs} />
      <CheckboxField name="consents" label={<FormattedMessage id="signUp.consent" values={documentLinks} />} required />
      <SubmitButton className={styles.submit}>
        <FormattedMessage id="signUp.submit" />
      </SubmitButton>
    </Form>
  )
}
