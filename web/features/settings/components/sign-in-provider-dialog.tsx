import { locales } from '@lectern/contract/locales.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import {
  defaultScope,
  defaultSecondFactorValues,
  signInAdapters,
  type SignInAdapterName,
} from '@lectern/contract/settings/sign-in-provider-values.ts'
import { saveSignInProvider, type ProviderInfo } from '@lectern/contract/settings/sign-in-providers.ts'
import type { Assertion } from '@lectern/contract/sign-in/passkeys.ts'
import type { IdAfter } from '@lectern/messages/message-id.ts'
import { Alert, Form, Input, Modal, Radio, Switch, Typography } from 'antd'
import { useState } from 'react'
import type { Client } from '../../../request/client.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { OwnerFields } from '../../admin-ui/components/owner-fields.tsx'
import { ProblemSummary } from '../../admin-ui/components/problem-summary.tsx'
import { languageNames } from '../../admin-ui/language-names.ts'
import { proofOf } from '../../admin-ui/owner-proof.ts'
import { formCall, useOfficeForm } from '../../admin-ui/use-office-form.ts'
import { useOwnPasskey } from '../../admin-ui/use-own-passkey.ts'
import type { StoredProviders } from './sign-in-providers-card.tsx'

interface Values {
  adapter: SignInAdapterName
  key: string
  name: LocalizedText
  address: string
  clientId: string
  secret: string
  scope: string
  allowsSignUp: boolean
  trustsEmail: boolean
  secondFactorValues: string
  ownPassword: string
  secondFactor: string
}

const valuesOf = (provider: ProviderInfo | undefined): Values => ({
  adapter: provider?.adapter ?? 'oidc',
  key: provider?.key ?? '',
  name: Object.fromEntries(locales.map((locale) => [locale, provider?.name[locale] ?? ''])),
  address: provider?.address ?? '',
  clientId: provider?.clientId ?? '',
  secret: '',
  scope: provider?.scope ?? defaultScope,
  allowsSignUp: provider?.allowsSignUp ?? true,
  trustsEmail: provider?.trustsEmail ?? false,
  secondFactorValues: (provider?.secondFactorValues ?? defaultSecondFactorValues).join(' '),
  ownPassword: '',
  secondFactor: '',
})

const namesOf = (name: LocalizedText): LocalizedText =>
  Object.fromEntries(Object.entries(name).filter(([, text]) => text.trim() !== ''))

interface SignInProviderDialogProps {
  client: Client
  /** Undefined: a new one. */
  provider: ProviderInfo | undefined
  stored: StoredProviders
  hasSecondFactor: boolean
  onSaved: (stored: StoredProviders) => void
  onClose: () => void
}

/** Sets up one provider of sign-in. */
export const SignInProviderDialog = (props: SignInProviderDialogProps) => {
  const { client, provider, stored, hasSecondFactor, onSaved, onClose } = props
  const intl = useIntl()
  const languageOf = languageNames(intl.locale)
  const [form] = Form.useForm<Values>()
  const office = useOfficeForm(form)
  const passkey = useOwnPasskey(client)
  const [initial] = useState(() => valuesOf(provider))
  const adapter = Form.useWatch('adapter', form) ?? initial.adapter
  const key = Form.useWatch('key', form) ?? initial.key
  const t = (name: IdAfter<'office.settings.provider.'>): string =>
    intl.formatMessage({ id: `office.settings.provider.${name}` })

  const save = (values: Values, assertion?: Assertion): Promise<void> =>
    office.send(async () => {
      const { secret, ownPassword, secondFactor, secondFactorValues, key: typed, ...rest } = values
      const body = {
        ...rest,
        name: namesOf(rest.name),
        clientId: rest.adapter === 'oidc' ? rest.clientId : '',
        secondFactorValues: secondFactorValues.split(/[\s,]+/).filter((value) => value !== ''),
        isNew: provider === undefined,
        version: stored.version,
        ...proofOf({ ownPassword, secondFactor }, assertion),
        ...(secret !== '' && { secret }),
      }
      onSaved(await client(saveSignInProvider, { params: { key: typed.trim().toLowerCase() }, body }, formCall))
      onClose()
    })

  return (
    <Modal
      open
      title={provider ? t('edit') : t('add')}
      okText={t('save')}
      okButtonProps={{ loading: office.busy }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        form={form}
        name="sign-in-provider"
        layout="vertical"
        initialValues={initial}
        onFinish={(values) => void save(values)}
      >
        <ProblemSummary form={office} />
        <Form.Item name="adapter" label={t('adapter')}>
          <Radio.Group
            disabled={provider !== undefined}
            options={signInAdapters.map((value) => ({
              value,
              label: intl.formatMessage({ id: `office.settings.signInAdapter.${value}` }),
            }))}
          />
        </Form.Item>
        <Form.Item name="key" label={t('key')} extra={t('keyHelp')}>
          <Input autoComplete="off" spellCheck={false} maxLength={40} disabled={provider !== undefined} />
        </Form.Item>
        <Alert
          type="info"
          style={{ marginBottom: 24 }}
          title={t('callback')}
          description={
            <Typography.Text copyable={key.trim() !== ''}>
              {stored.callbackBase + (key.trim().toLowerCase() || '…')}
            </Typography.Text>
          }
        />
        <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
          <legend>{t('name')}</legend>
          {locales.map((locale) => (
            <Form.Item key={locale} name={['name', locale]} label={languageOf(locale)}>
              <Input lang={locale} autoComplete="off" maxLength={30} />
            </Form.Item>
          ))}
        </fieldset>
        <Form.Item name="address" label={t('address')} extra={t(`addressHelp.${adapter}`)}>
          <Input autoComplete="off" spellCheck={false} inputMode="url" maxLength={500} />
        </Form.Item>
        <div hidden={adapter !== 'oidc'}>
          <Form.Item name="clientId" label={t('clientId')}>
            <Input autoComplete="off" spellCheck={false} maxLength={200} />
          </Form.Item>
          <Form.Item name="secret" label={t('secret')} extra={provider?.hasSecret ? t('secretKept') : undefined}>
            <Input type="password" autoComplete="new-password" maxLength={500} />
          </Form.Item>
          <Form.Item name="scope" label={t('scope')}>
            <Input autoComplete="off" spellCheck={false} maxLength={200} />
          </Form.Item>
        </div>
        <Form.Item name="allowsSignUp" label={t('allowsSignUp')} valuePropName="checked">
          <Switch />
        </Form.Item>
        <Form.Item name="trustsEmail" label={t('trustsEmail')} extra={t('trustsEmailHelp')} valuePropName="checked">
          <Switch />
        </Form.Item>
        <Form.Item name="secondFactorValues" label={t('secondFactorValues')} extra={t('secondFactorHelp')}>
          <Input autoComplete="off" spellCheck={false} maxLength={500} />
        </Form.Item>
        <OwnerFields
          passwordName="ownPassword"
          hasSecondFactor={hasSecondFactor}
          passkey={passkey}
          onPasskey={(assertion) => save(form.getFieldsValue(), assertion)}
        />
      </Form>
    </Modal>
  )
}
