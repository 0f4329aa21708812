import { type beginSecondFactor, confirmSecondFactor } from '@lectern/contract/sign-in/sign-in.ts'
import { useEffect, useState } from 'react'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { AnyLink } from '../../../router/link.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import type { OwnAccount } from '../own-account.ts'
import { inFours } from '../secret-text.ts'
import styles from './authenticator-setup.module.css'
import { CancelButton } from './password-form.tsx'
import settings from './settings.module.css'

/**
 * The QR code is generated in the browser, so that the secret is sent nowhere. Undefined until it is ready, or if it
 * fails: the secret is also shown as text.
 */
const useDrawing = (text: string): string | undefined => {
  const [drawing, setDrawing] = useState<string>()
  useEffect(() => {
    void import('uqr').then(
      ({ renderSVG }) => setDrawing(`data:image/svg+xml,${encodeURIComponent(renderSVG(text))}`),
      () => undefined,
    )
  }, [text])
  return drawing
}

interface AuthenticatorSetupProps {
  account: OwnAccount
  setup: AnswerOf<typeof beginSecondFactor>
  onConfirmed: (recoveryCodes: string[]) => unknown
  onCancel: () => void
}

/** Shows the secret for the authenticator app and confirms it with the app's first code. */
export const AuthenticatorSetup = ({ account, setup, onConfirmed, onCancel }: AuthenticatorSetupProps) => {
  const intl = useIntl()
  const drawing = useDrawing(setup.uri)
  const form = useForm<'code'>({
    submit: async ({ code }) => {
      const { recoveryCodes } = await account.client(confirmSecondFactor, { body: { code } }, { inPlaceSignIn: true })
      await onConfirmed(recoveryCodes)
    },
    problemsOf,
  })
  return (
    <Form form={form}>
      <p className={settings.about}>
        <FormattedMessage id="settings.scanAbout" />
      </p>
      <div className={`stack gap-16 ${styles.code}`}>
        {drawing && (
          <img src={drawing} width="200" height="200" alt={intl.formatMessage({ id: 'settings.scanImage' })} />
        )}
        <p className={settings.about}>
          <span>
            <FormattedMessage id="settings.secretAbout" />
            <code className={styles.secret} translate="no">
              {inFours(setup.secret)}
            </code>
          </span>
          {/* A link for phones, which cannot scan their own screen. */}
          <AnyLink address={setup.uri}>
            <FormattedMessage id="settings.openApp" />
          </AnyLink>
        </p>
      </div>
      <Field
        name="code"
        label={<FormattedMessage id="settings.appCode" />}
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        missing={intl.formatMessage({ id: 'settings.appCodeMissing' })}
      />
      <FormActions>
        <SubmitButton>
          <FormattedMessage id="settings.turnOn" />
        </SubmitButton>
        <CancelButton onCancel={onCancel} />
      </FormActions>
    </Form>
  )
}
