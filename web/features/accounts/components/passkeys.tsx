import { listPasskeys, removePasskey, renamePasskey, type Passkey } from '@lectern/contract/sign-in/passkeys.ts'
import { maxPasskeyName } from '@lectern/contract/sign-in/passkey-values.ts'
import type { MessageId } from '@lectern/messages/message-id.ts'
import { useRef, useState } from 'react'
import { problemsOf } from '../../../request/request-error.ts'
import { DateTime } from '../../../ui/date-time.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Form, FormActions } from '../../../ui/form/form.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { DeviceRefusal } from '../../sign-in/device-refusal.ts'
import { useHasPasskeys } from '../../sign-in/passkeys.ts'
import type { OwnAccount } from '../own-account.ts'
import { useCaughtFocus } from '../use-caught-focus.ts'
import { useLoad } from '../use-load.ts'
import { Loading } from './loading.tsx'
import { OwnerProofForm, type OwnerProof } from './owner-proof.tsx'
import { CancelButton } from './password-form.tsx'
import { Row, Section } from './section.tsx'
import styles from './settings.module.css'

const refusals = {
  canceled: 'settings.passkeyCanceled',
  twice: 'settings.passkeyTwice',
  noLock: 'settings.passkeyNoLock',
} as const satisfies Record<DeviceRefusal['reason'], MessageId>

const PasskeyFacts = ({ passkey }: { passkey: Passkey }) => (
  <>
    <p>
      <FormattedMessage
        id="settings.passkeyCreated"
        values={{ moment: <DateTime key="moment" value={passkey.createdAt} exact /> }}
      />
    </p>
    <p>
      {passkey.usedAt === null ? (
        <FormattedMessage id="settings.passkeyUnused" />
      ) : (
        <FormattedMessage
          id="settings.passkeyUsed"
          values={{ moment: <DateTime key="moment" value={passkey.usedAt} exact /> }}
        />
      )}
    </p>
    {passkey.otherAddress !== null && (
      <p>
        <FormattedMessage id="settings.passkeyElsewhere" values={{ address: passkey.otherAddress }} />
      </p>
    )}
    {passkey.whyNotRemove !== null && <p>{passkey.whyNotRemove}</p>}
  </>
)

interface RenameFormProps {
  passkey: Passkey
  onGiven: (name: string) => Promise<unknown>
  onCancel: () => void
}

const RenameForm = ({ passkey, onGiven, onCancel }: RenameFormProps) => {
  const form = useForm<'name'>({ submit: ({ name }) => onGiven(name), problemsOf })
  return (
    <Form form={form}>
      <Field
        name="name"
        label={<FormattedMessage id="settings.passkeyName" />}
        defaultValue={passkey.name}
        maxLength={maxPasskeyName}
        autoComplete="off"
        required
      />
      <FormActions>
        <SubmitButton>
          <FormattedMessage id="settings.save" />
        </SubmitButton>
        <CancelButton onCancel={onCancel} />
      </FormActions>
    </Form>
  )
}

type Step = { name: 'add' } | { name: 'rename' | 'remove'; passkey: Passkey }

const titles = {
  add: 'settings.passkeyAdd',
  rename: 'settings.passkeyRenameTitle',
  remove: 'settings.passkeyRemoveTitle',
} as const satisfies Record<Step['name'], MessageId>

type Outcome = { id: 'settings.passkeyAdded'; name: string } | { id: MessageId }

const inPlace = { inPlaceSignIn: true }

/** The user's passkeys: add, rename, remove. */
export const Passkeys = ({ account }: { account: OwnAccount }) => {
  const { client } = account
  const rows = useRef<HTMLDivElement>(null)
  const isSupported = useHasPasskeys()
  const passkeys = useLoad(() => client(listPasskeys, {}, inPlace))
  const [step, setStep] = useState<Step>()
  const [outcome, setOutcome] = useState<Outcome>()
  useCaughtFocus(step !== undefined, rows)
  const list = passkeys.data?.list
  const hasPasskey = list?.some(({ otherAddress }) => otherAddress === null) === true

  const begin = (next: Step) => () => {
    setOutcome(undefined)
    setStep(next)
  }
  const close = (): void => setStep(undefined)

  const finish = async (result: Outcome): Promise<void> => {
    close()
    setOutcome(result)
    await Promise.all([passkeys.reload(), account.refresh()])
  }

  const add = async (proof: OwnerProof): Promise<void> => {
    const { makePasskey } = await import('../../sign-in/passkey-device.ts')
    try {
      const { name } = await makePasskey(client, proof)
      await finish({ id: 'settings.passkeyAdded', name })
    } catch (error) {
      if (!(error instanceof DeviceRefusal)) throw error
      close()
      setOutcome({ id: refusals[error.reason] })
    }
  }

  return (
    <Section
      title={<FormattedMessage id="settings.passkeys" />}
      about={<FormattedMessage id="settings.passkeysAbout" />}
    >
      {list ? (
        <div ref={rows} className={styles.rows} tabIndex={-1}>
          {list.length === 0 && <Row name={<FormattedMessage id="settings.passkeyNone" />} value={null} />}
          {list.map((passkey) => (
            <Row key={passkey.id} name={passkey.name} value={<PasskeyFacts passkey={passkey} />}>
              <button type="button" className="button quiet" onClick={begin({ name: 'rename', passkey })}>
                <FormattedMessage id="settings.passkeyRename" /> <span className="visually-hidden">{passkey.name}</span>
              </button>
              {passkey.whyNotRemove === null && (
                <button type="button" className="button quiet" onClick={begin({ name: 'remove', passkey })}>
                  <FormattedMessage id="settings.passkeyRemove" />{' '}
                  <span className="visually-hidden">{passkey.name}</span>
                </button>
              )}
            </Row>
          ))}
        </div>
      ) : (
        <Loading {...passkeys} />
      )}
      <p className={styles.status} role="status">
        {outcome && step === undefined && (
          <FormattedMessage id={outcome.id} values={'name' in outcome ? { name: outcome.name } : {}} />
        )}
      </p>
      {passkeys.data && !passkeys.data.isAvailable && (
        <p className="muted">
          <FormattedMessage id="settings.passkeyUnavailable" />
        </p>
      )}
      {passkeys.data?.isAvailable === true &&
        (isSupported ? (
          <div className={styles.buttons}>
            <button type="button" className="button quiet" onClick={begin({ name: 'add' })}>
              <FormattedMessage id="settings.passkeyAdd" />
            </button>
          </div>
        ) : (
          <p className="muted">
            <FormattedMessage id="settings.passkeyUnsupported" />
          </p>
        ))}
      <Dialog open={step !== undefined} title={step && <FormattedMessage id={titles[step.name]} />} onClose={close}>
        {step?.name === 'add' && (
          <OwnerProofForm
            account={account}
            hasPasskey={hasPasskey}
            action={<FormattedMessage id="signIn.goOn" />}
            onGiven={add}
            onCancel={close}
          >
            <FormattedMessage id="settings.passkeyAddAbout" />
          </OwnerProofForm>
        )}
        {step?.name === 'rename' && (
          <RenameForm
            passkey={step.passkey}
            onGiven={async (name) => {
              await client(renamePasskey, { params: { id: step.passkey.id }, body: { name } }, inPlace)
              await finish({ id: 'settings.passkeyRenamed' })
            }}
            onCancel={close}
          />
        )}
        {step?.name === 'remove' && (
          <OwnerProofForm
            account={account}
            hasPasskey={hasPasskey}
            action={<FormattedMessage id="settings.passkeyRemove" />}
            danger
            onGiven={async (proof) => {
              await client(removePasskey, { params: { id: step.passkey.id }, body: proof }, inPlace)
              await finish({ id: 'settings.passkeyRemoved' })
            }}
            onCancel={close}
          >
            <FormattedMessage id="settings.passkeyRemoveAbout" values={{ name: step.passkey.name }} />
          </OwnerProofForm>
        )}
      </Dialog>
    </Section>
  )
}
