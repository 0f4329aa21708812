import {
  readMailServer,
  changeMailServer,
  removeMailServer,
  testMailServer,
} from '@lectern/contract/settings/mail-server.ts'
import type { Assertion } from '@lectern/contract/sign-in/passkeys.ts'
import type { IdAfter } from '@lectern/messages/message-id.ts'
import { App, Button, Form } from 'antd'
import { useState } from 'react'
import type { Client } from '../../../request/client.ts'
import { useLeaveGuard } from '../../../router/leave-guard.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { ConfirmDelete } from '../../admin-ui/components/confirm-delete.tsx'
import { OutdatedNotice } from '../../admin-ui/components/outdated-notice.tsx'
import { OwnerFields } from '../../admin-ui/components/owner-fields.tsx'
import { ProblemSummary } from '../../admin-ui/components/problem-summary.tsx'
import { SaveBar, saveStateOf } from '../../admin-ui/components/save-bar.tsx'
import { formCall, useOfficeForm } from '../../admin-ui/use-office-form.ts'
import { useOwnPasskey } from '../../admin-ui/use-own-passkey.ts'
import { proofOf } from '../../admin-ui/owner-proof.ts'
import { differs, sentOf, valuesOf, type MailValues, type StoredMail } from '../mail-values.ts'
import { field, MailServerFields } from './mail-server-fields.tsx'
import { MailTestResult, type TestResult } from './mail-test-result.tsx'

interface MailServerFormProps {
  client: Client
  stored: StoredMail
  isDemo: boolean
  ownAddress: string | null
  hasSecondFactor: boolean
  onStored: (stored: StoredMail) => void
}

/** Longer than the server's own timeout, so that a slow mail server gets a specific message. */
const testTimeout = 45_000

/** Saves, tests and removes the mail server. */
export const MailServerForm = (props: MailServerFormProps) => {
  const { client, stored, isDemo, ownAddress, hasSecondFactor, onStored } = props
  const intl = useIntl()
  const { message } = App.useApp()
  const [form] = Form.useForm<MailValues>()
  const [values, setValues] = useState(() => valuesOf(stored))
  const [result, setResult] = useState<TestResult>()
  const [doing, setDoing] = useState<'save' | 'test'>()
  const [isRemoving, setRemoving] = useState(false)
  const office = useOfficeForm(form)
  const passkey = useOwnPasskey(client)
  const t = (key: IdAfter<'office.settings.mail.'>, named?: Record<string, string>): string =>
    intl.formatMessage({ id: `office.settings.mail.${key}` }, named)
  const isForOthers = stored.whyNot !== null
  const isUnsaved = differs(stored, values)
  useLeaveGuard(() => isUnsaved, t('leave'))

  const change = (next: Partial<MailValues>): void => {
    setValues({ ...values, ...next })
    form.setFieldsValue(next)
  }
  const take = (next: StoredMail): void => {
    onStored(next)
    change(valuesOf(next))
  }
  const confirmation = (assertion?: Assertion) => ({ version: stored.version, ...proofOf(values, assertion) })
  const run = async (what: 'save' | 'test', work: () => Promise<void>): Promise<void> => {
    setDoing(what)
    await office.send(work)
    setDoing(undefined)
  }
  const save = (assertion?: Assertion): Promise<void> =>
    run('save', async () => {
      take(await client(changeMailServer, { body: { ...sentOf(values), ...confirmation(assertion) } }, formCall))
      setResult(undefined)
      void message.success(intl.formatMessage({ id: 'office.settings.saved' }))
    })
  const test = (): Promise<void> =>
    run('test', async () => {
      setResult(undefined)
      const call = { ...formCall, timeout: testTimeout }
      setResult(await client(testMailServer, { body: sentOf(values) }, call))
    })
  const removeWith = (assertion?: Assertion): Promise<void> =>
    office.send(async () => {
      take(await client(removeMailServer, { body: confirmation(assertion) }, formCall))
      setResult(undefined)
      void message.success(t('removed'))
    })
  const remove = (): Promise<void> =>
    values.ownPassword === '' && passkey.isOffered ? passkey.ask(removeWith) : removeWith()
  const catchUp = async (): Promise<void> => {
    // What was typed stays and can be saved over the newer version.
    onStored(await client(readMailServer))
    office.catchUp()
  }
  return (
    <Form
      form={form}
      name="mail-server"
      layout="vertical"
      initialValues={values}
      disabled={office.busy || isForOthers}
      onValuesChange={(_, next) => setValues({ ...values, ...next })}
      onFinish={() => void save()}
    >
      {office.outdated && <OutdatedNotice onCatchUp={catchUp} />}
      <ProblemSummary form={office} />
      <MailServerFields
        values={values}
        hasStored={stored.hasPassword}
        owner={
          <OwnerFields
            passwordName="ownPassword"
            hasSecondFactor={hasSecondFactor}
            passkey={passkey}
            style={field}
            disabled={!isUnsaved}
            onPasskey={save}
          />
        }
        onChange={change}
        test={
          <>
            <Button
              loading={doing === 'test'}
              disabled={office.busy || isDemo || isForOthers}
              onClick={() => void test()}
            >
              {t('test')}
            </Button>
            <p style={{ color: 'var(--ink-2)', margin: '8px 0 0' }}>
              {ownAddress ? t('testHelp', { to: ownAddress }) : t('testToSender')}
            </p>
            <MailTestResult result={result} />
          </>
        }
      />
      <SaveBar isBetween state={saveStateOf({ isNew: stored.source === 'none', isUnsaved, isBusy: office.busy })}>
        {stored.source === 'office' && (
          <Button danger disabled={office.busy || isForOthers} onClick={() => setRemoving(true)}>
            {t('remove')}
          </Button>
        )}
        <Button
          type="primary"
          htmlType="submit"
          loading={doing === 'save'}
          disabled={!isUnsaved || office.busy || isForOthers}
        >
          {t('save')}
        </Button>
      </SaveBar>
      {isRemoving && (
        <ConfirmDelete
          name={stored.server?.host ?? ''}
          needsName={false}
          details={<p>{t('removeHelp')}</p>}
          onDelete={remove}
          onClose={() => setRemoving(false)}
        />
      )}
    </Form>
  )
}
