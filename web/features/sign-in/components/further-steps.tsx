import { useEffect, useEffectEvent, type ReactNode } from 'react'
import type { DocumentHead } from '@lectern/contract/documents/documents.ts'
import type { Client } from '../../../request/client.ts'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useForm, type FormControl } from '../../../ui/form/use-form.ts'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import type { FurtherInput, SecondFactor } from '../sign-in-steps.ts'
import { documentLinks } from './document-link.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import styles from './sign-in-form.module.css'
import { useProblems } from './use-problems.ts'

interface StepProps {
  onGiven: (more: FurtherInput) => Promise<void>
  onBack: () => void
}

interface FrameProps {
  form: FormControl
  title: ReactNode
  about: ReactNode
  onBack: () => void
  children: ReactNode
}

const StepFrame = ({ form, title, about, onBack, children }: FrameProps) => {
  // The step replaces the previous fields, so move the focus.
  useEffect(() => form.ref.current?.querySelector('input')?.focus(), [form.ref])
  return (
    <Form form={form}>
      <div className={`stack gap-8 muted ${styles.about}`}>
        <h2>{title}</h2>
        <p>{about}</p>
      </div>
      {children}
      <FormActions>
        <SubmitButton>
          <FormattedMessage id="signIn.goOn" />
        </SubmitButton>
        <button type="button" className="button quiet" onClick={onBack}>
          <FormattedMessage id="signIn.back" />
        </button>
      </FormActions>
    </Form>
  )
}

interface SecondFactorStepProps extends StepProps {
  client: Client
  asks: SecondFactor
  problem: unknown
}

/** Where only a passkey does: nothing is typed. */
const PasskeyStep = ({ client, onGiven, onBack }: Omit<SecondFactorStepProps, 'asks' | 'problem'>) => (
  <div className="stack gap-24">
    <div className={`stack gap-8 muted ${styles.about}`}>
      <h2>
        <FormattedMessage id="signIn.secondFactor.title" />
      </h2>
      <p>
        <FormattedMessage id="signIn.passkeyAbout" />
      </p>
    </div>
    <PasskeyButton client={client} onGiven={(passkey) => onGiven({ passkey })}>
      <FormattedMessage id="signIn.usePasskey" />
    </PasskeyButton>
    <button type="button" className="button quiet" onClick={onBack}>
      <FormattedMessage id="signIn.back" />
    </button>
  </div>
)

/** Asks for the second factor. */
export const SecondFactorStep = ({ asks, problem, ...step }: SecondFactorStepProps) =>
  asks === 'passkey' ? (
    <PasskeyStep {...step} />
  ) : (
    <CodeStep {...step} problem={problem} mayUsePasskey={asks === 'either'} />
  )

const CodeStep = ({
  client,
  mayUsePasskey,
  problem,
  onGiven,
  onBack,
}: Omit<SecondFactorStepProps, 'asks'> & { mayUsePasskey: boolean }) => {
  const form = useForm<'secondFactor'>({
    submit: ({ secondFactor }) => onGiven({ secondFactor }),
    problemsOf: useProblems(),
  })
  const report = useEffectEvent(form.report)
  useEffect(() => {
    if (problem !== undefined) report(problem)
  }, [problem])
  return (
    <StepFrame
      form={form}
      title={<FormattedMessage id="signIn.secondFactor.title" />}
      about={<FormattedMessage id="signIn.secondFactor.about" />}
      onBack={onBack}
    >
      <Field
        name="secondFactor"
        label={<FormattedMessage id="field.secondFactor" />}
        autoComplete="one-time-code"
        required
      />
      {mayUsePasskey && (
        <PasskeyButton client={client} onGiven={(passkey) => onGiven({ passkey })}>
          <FormattedMessage id="signIn.usePasskey" />
        </PasskeyButton>
      )}
    </StepFrame>
  )
}

/** Shows documents that were published since the user last agreed. */
export const ConsentStep = ({ documents, onGiven, onBack }: StepProps & { documents: readonly DocumentHead[] }) => {
  const intl = useIntl()
  const form = useForm({
    submit: () => onGiven({ consents: documents.map(({ id }) => id) }),
    problemsOf: useProblems(),
  })
  return (
    <StepFrame
      form={form}
      title={<FormattedMessage id="signIn.consent.title" />}
      about={<FormattedMessage id="signIn.consent.about" />}
      onBack={onBack}
    >
      <div>
        {documents.map(({ id, name, title }) => (
          <CheckboxField
            key={id}
            name={`consent.${name}`}
            label={<FormattedMessage id="signIn.consent.agree" values={{ title, link: documentLinks[name] }} />}
            required
            missing={intl.formatMessage({ id: 'signIn.consent.missing' }, { title })}
          />
        ))}
      </div>
    </StepFrame>
  )
}
