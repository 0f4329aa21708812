import { beginSecondFactor, removeSecondFactor, renewRecoveryCodes } from '@lectern/contract/sign-in/sign-in.ts'
import type { MessageId } from '@lectern/messages/message-id.ts'
import { useState } from 'react'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import type { OwnAccount } from '../own-account.ts'
import { AuthenticatorSetup } from './authenticator-setup.tsx'
import { PasswordForm, PasswordNeeded } from './password-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { Row, Section } from './section.tsx'
import styles from './settings.module.css'

type Step =
  | { name: 'turnOn' | 'turnOff' | 'renew' }
  | { name: 'setup'; setup: AnswerOf<typeof beginSecondFactor> }
  | { name: 'codes'; codes: string[] }

const titles: Record<Step['name'], MessageId> = {
  turnOn: 'settings.factorOnTitle',
  setup: 'settings.factorOnTitle',
  turnOff: 'settings.factorOffTitle',
  renew: 'settings.renewTitle',
  codes: 'settings.codesTitle',
}

interface StepsProps {
  account: OwnAccount
  step: Step
  onStep: (step: Step) => void
  onMessage: (message: MessageId) => void
  onClose: () => void
}

const Steps = ({ account, step, onStep, onMessage, onClose }: StepsProps) => {
  const { user, client, refresh } = account
  const { username } = user
  const inPlace = { inPlaceSignIn: true }
  if (step.name === 'codes') return <RecoveryCodes codes={step.codes} username={username} onKept={onClose} />
  if (!user.hasPassword) return <PasswordNeeded />

  if (step.name === 'turnOn')
    return (
      <PasswordForm
        username={username}
        action={<FormattedMessage id="signIn.goOn" />}
        onGiven={async (password) =>
          onStep({ name: 'setup', setup: await client(beginSecondFactor, { body: { password } }, inPlace) })
        }
        onCancel={onClose}
      >
        <FormattedMessage id="settings.factorOnAbout" />
      </PasswordForm>
    )
  if (step.name === 'setup')
    return (
      <AuthenticatorSetup
        account={account}
        setup={step.setup}
        onConfirmed={async (codes) => {
          onStep({ name: 'codes', codes })
          onMessage('settings.factorIsOn')
          await refresh()
        }}
        onCancel={onClose}
      />
    )
  if (step.name === 'turnOff')
    return (
      <PasswordForm
        username={username}
        action={<FormattedMessage id="settings.turnOff" />}
        danger
        onGiven={async (password) => {
          await client(removeSecondFactor, { body: { password } }, inPlace)
          await refresh()
          onMessage('settings.factorIsOff')
          onClose()
        }}
        onCancel={onClose}
      >
        <FormattedMessage id="settings.factorOffAbout" values={{ username }} />
      </PasswordForm>
    )
  return (
    <PasswordForm
      username={username}
      action={<FormattedMessage id="settings.renew" />}
      onGiven={async (password) => {
        const { recoveryCodes } = await client(renewRecoveryCodes, { body: { password } }, inPlace)
        onStep({ name: 'codes', codes: recoveryCodes })
        onMessage('settings.codesRenewed')
      }}
      onCancel={onClose}
    >
      <FormattedMessage id="settings.renewAbout" />
    </PasswordForm>
  )
}

/** Two-step verification: enable, disable, and new recovery codes. */
export const SecondFactor = ({ account }: { account: OwnAccount }) => {
  const [step, setStep] = useState<Step>()
  const [message, setMessage] = useState<MessageId>()
  const isOn = account.user.hasSecondFactor
  const begin = (name: 'turnOn' | 'turnOff' | 'renew') => () => {
    setMessage(undefined)
    setStep({ name })
  }
  return (
    <Section title={<FormattedMessage id="settings.factor" />} about={<FormattedMessage id="settings.factorAbout" />}>
      <div className={styles.rows}>
        <Row
          name={<FormattedMessage id="settings.app" />}
          value={<FormattedMessage id={isOn ? 'settings.on' : 'settings.off'} />}
        >
          {/* A single element for both states, so that the focus can return to it. */}
          <button
            type="button"
            className={isOn ? 'button quiet' : 'button'}
            onClick={begin(isOn ? 'turnOff' : 'turnOn')}
          >
            <FormattedMessage id={isOn ? 'settings.turnOff' : 'settings.turnOn'} />
          </button>
        </Row>
        {isOn && (
          <Row name={<FormattedMessage id="settings.codes" />} value={<FormattedMessage id="settings.codesPurpose" />}>
            <button type="button" className="button quiet" onClick={begin('renew')}>
              <FormattedMessage id="settings.renew" />
            </button>
          </Row>
        )}
      </div>
      <p className={styles.status} role="status">
        {message && step === undefined && <FormattedMessage id={message} />}
      </p>
      <Dialog
        open={step !== undefined}
        title={step && <FormattedMessage id={titles[step.name]} />}
        // The codes are never shown again, so the dialog cannot be closed by accident.
        busy={step?.name === 'codes'}
        onClose={() => setStep(undefined)}
      >
        {step && (
          <Steps
            key={step.name}
            account={account}
            step={step}
            onStep={setStep}
            onMessage={setMessage}
            onClose={() => setStep(undefined)}
          />
        )}
      </Dialog>
    </Section>
  )
}
