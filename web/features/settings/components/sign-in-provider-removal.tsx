import { localize } from '@lectern/contract/localized.ts'
import { removeSignInProvider, type ProviderInfo } from '@lectern/contract/settings/sign-in-providers.ts'
import type { Assertion } from '@lectern/contract/sign-in/passkeys.ts'
import type { IdAfter } from '@lectern/messages/message-id.ts'
import { Form, Modal } from 'antd'
import type { Client } from '../../../request/client.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { OwnerFields } from '../../admin-ui/components/owner-fields.tsx'
import { ProblemSummary } from '../../admin-ui/components/problem-summary.tsx'
import { proofOf } from '../../admin-ui/owner-proof.ts'
import { useOfficeForm } from '../../admin-ui/use-office-form.ts'
import { useOwnPasskey } from '../../admin-ui/use-own-passkey.ts'
import type { StoredProviders } from './sign-in-providers-card.tsx'

interface Values {
  ownPassword: string
  secondFactor: string
}

interface SignInProviderRemovalProps {
  provider: ProviderInfo
  client: Client
  version: number
  hasSecondFactor: boolean
  onDone: (stored: StoredProviders) => void
  onClose: () => void
}

/** Removing a provider asks who it is, as setting one does. */
export const SignInProviderRemoval = (props: SignInProviderRemovalProps) => {
  const { provider, client, version, hasSecondFactor, onDone, onClose } = props
  const intl = useIntl()
  const [form] = Form.useForm<Values>()
  const office = useOfficeForm(form)
  const passkey = useOwnPasskey(client)
  const name = localize(provider.name, intl.locale).text
  const t = (key: IdAfter<'office.settings.provider.'>, values?: Record<string, string>): string =>
    intl.formatMessage({ id: `office.settings.provider.${key}` }, values)
  const remove = (values: Values, assertion?: Assertion): Promise<void> =>
    office.send(async () => {
      const body = { ...proofOf(values, assertion), version }
      // No `formCall`: who else has changed it is told as an error.
      onDone(await client(removeSignInProvider, { params: { key: provider.key }, body }, { inPlaceSignIn: true }))
      onClose()
    })
  return (
    <Modal
      open
      title={t('removeTitle', { name })}
      okText={t('remove')}
      okButtonProps={{ danger: true, loading: office.busy }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p style={{ margin: '0 0 16px' }}>{t('removeHelp')}</p>
      <Form
        form={form}
        name="remove-provider"
        layout="vertical"
        initialValues={{ ownPassword: '', secondFactor: '' }}
        onFinish={(values) => void remove(values)}
      >
        <ProblemSummary form={office} />
        <OwnerFields
          passwordName="ownPassword"
          hasSecondFactor={hasSecondFactor}
          passkey={passkey}
          onPasskey={(assertion) => remove(form.getFieldsValue(), assertion)}
        />
      </Form>
    </Modal>
  )
}
