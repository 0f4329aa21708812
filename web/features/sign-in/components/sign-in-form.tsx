import { useRef, type ReactNode } from 'react'
import type { CurrentUser } from '@lectern/contract/accounts/accounts.ts'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { Credentials } from '../sign-in-steps.ts'
import { ContactFields, useCodeProofs, type Sending } from './contact-fields.tsx'
import { ConsentStep, SecondFactorStep } from './further-steps.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import styles from './sign-in-form.module.css'
import { useProblems } from './use-problems.ts'
import { useSignIn } from './use-sign-in.ts'

interface WayProps {
  /** Only this user may sign in: their username or contact. */
  fixed?: string | undefined
  onGiven: (credentials: Credentials) => Promise<void>
}

const Remember = () => <CheckboxField name="remember" label={<FormattedMessage id="signIn.remember" />} />

const Submit = () => (
  <SubmitButton className={styles.submit}>
    <FormattedMessage id="signIn.submit" />
  </SubmitButton>
)

const PasswordWay = ({ fixed, forgotten, onGiven }: WayProps & { forgotten?: ReactNode }) => {
  const form = useForm<'identifier' | 'password' | 'remember'>({
    submit: ({ identifier, password, remember }) =>
      onGiven({ way: 'password', identifier, password, remember: remember !== '' }),
    problemsOf: useProblems(),
  })
  return (
    <Form form={form}>
      {fixed === undefined ? (
        <Field name="identifier" label={<FormattedMessage id="field.identifier" />} autoComplete="username" required />
      ) : (
        <input name="identifier" autoComplete="username" value={fixed} readOnly hidden />
      )}
      <PasswordField
        name="password"
        label={<FormattedMessage id="field.password" />}
        autoComplete="current-password"
        required
      />
      <div className={`cluster between ${styles.remember}`}>
        <Remember />
        {forgotten}
      </div>
      <Submit />
    </Form>
  )
}

const CodeWay = ({ sending, fixed, onGiven }: WayProps & { sending: Sending }) => {
  const proofs = useCodeProofs(sending.client)
  const form = useForm<'contact' | 'code' | 'remember'>({
    submit: ({ contact, code, remember }) => onGiven({ way: 'code', contact, code, remember: remember !== '' }),
    problemsOf: useProblems(),
  })
  return (
    <Form form={form}>
      <ContactFields {...sending} purpose="signIn" proofs={proofs} fixed={fixed} />
      <Remember />
      <Submit />
    </Form>
  )
}

interface SignInFormProps extends Sending {
  way: 'password' | 'code'
  fixed?: string | undefined
  /** Shown above and below the fields; hidden during further steps. */
  head?: ReactNode
  foot?: ReactNode
  /** Shown beside "remember me". */
  forgotten?: ReactNode
  onSignedIn: (user: CurrentUser) => unknown
}

/** Signs a user in, with all further steps that the server requires. */
export const SignInForm = (props: SignInFormProps) => {
  const { client, channels, demo, way, fixed, head, foot, forgotten, onSignedIn } = props
  const { step, begin, goOn, back } = useSignIn(client, onSignedIn)
  const fields = useRef<HTMLDivElement>(null)
  const isRemembered = (): boolean =>
    fields.current!.querySelector<HTMLInputElement>('[name=remember]')?.checked === true
  return (
    <>
      {/* Hidden, not removed, so that what was typed is kept. */}
      <div ref={fields} className={styles.credentials} hidden={step.name !== 'credentials'}>
        {head}
        {way === 'password' && <PasswordWay fixed={fixed} forgotten={forgotten} onGiven={begin} />}
        {way === 'code' && channels.length > 0 && (
          <CodeWay sending={{ client, channels, demo }} fixed={fixed} onGiven={begin} />
        )}
        {way === 'code' && channels.length === 0 && (
          <Notice>
            <FormattedMessage id="signIn.noChannel" />
          </Notice>
        )}
        <PasskeyButton
          client={client}
          onGiven={(passkey) => begin({ way: 'passkey', passkey, remember: isRemembered() })}
        >
          <FormattedMessage id="signIn.byPasskey" />
        </PasskeyButton>
        {foot}
      </div>
      {step.name === 'secondFactor' && (
        <SecondFactorStep client={client} asks={step.asks} problem={step.problem} onGiven={goOn} onBack={back} />
      )}
      {step.name === 'consent' && <ConsentStep documents={step.documents} onGiven={goOn} onBack={back} />}
    </>
  )
}
