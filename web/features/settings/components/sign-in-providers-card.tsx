import {
  type listSignInProviders,
  showSignInProvider,
  trySignInProvider,
  type ProviderInfo,
} from '@lectern/contract/settings/sign-in-providers.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { IdAfter } from '@lectern/messages/message-id.ts'
import { Alert, App, Button, Card, Descriptions, Space, Switch, Typography } from 'antd'
import { useState } from 'react'
import type { Client } from '../../../request/client.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { StateTag, type Tone } from '../../admin-ui/components/state-tag.tsx'
import { SignInProviderDialog } from './sign-in-provider-dialog.tsx'
import { SignInProviderRemoval } from './sign-in-provider-removal.tsx'

export type StoredProviders = AnswerOf<typeof listSignInProviders>

interface SignInProvidersCardProps {
  client: Client
  stored: StoredProviders
  hasSecondFactor: boolean
}

type State = 'shown' | 'tried' | 'draft'

const stateOf = ({ isShown, triedAt }: ProviderInfo): State =>
  isShown ? 'shown' : triedAt === null ? 'draft' : 'tried'

const tones: Record<State, Tone> = { shown: 'good', tried: 'active', draft: 'waiting' }

/** Providers of sign-in: set up, tried, shown. */
export const SignInProvidersCard = ({ client, stored, hasSecondFactor }: SignInProvidersCardProps) => {
  const intl = useIntl()
  const { message } = App.useApp()
  const [current, setCurrent] = useState(stored)
  const [editing, setEditing] = useState<ProviderInfo | 'new'>()
  const [removing, setRemoving] = useState<ProviderInfo>()
  const [failure, setFailure] = useState<{ key: string; message: string; detail: string }>()
  const [busy, setBusy] = useState<string>()
  const t = (key: IdAfter<'office.settings.provider.'>, values?: Record<string, string>): string =>
    intl.formatMessage({ id: `office.settings.provider.${key}` }, values)

  const run = async (key: string, work: () => Promise<void>): Promise<void> => {
    setBusy(key)
    setFailure(undefined)
    try {
      await work()
    } catch {
      // The request has shown the reason.
    }
    setBusy(undefined)
  }
  const tryOut = ({ key }: ProviderInfo): Promise<void> =>
    run(key, async () => {
      const answer = await client(trySignInProvider, { params: { key }, body: {} })
      if (answer.to !== null) location.assign(answer.to)
      else if (answer.failure) setFailure({ key, ...answer.failure })
    })
  const show = ({ key }: ProviderInfo, isShown: boolean): Promise<void> =>
    run(key, async () => {
      const body = { isShown, version: current.version }
      setCurrent(await client(showSignInProvider, { params: { key }, body }))
      void message.success(intl.formatMessage({ id: 'office.settings.saved' }))
    })

  return (
    <Card
      size="small"
      title={t('title')}
      styles={{ title: { whiteSpace: 'normal' } }}
      extra={
        <Button disabled={current.whyNot !== null} onClick={() => setEditing('new')}>
          {t('add')}
        </Button>
      }
    >
      <Typography.Paragraph type="secondary">{t('intro')}</Typography.Paragraph>
      {current.list.map((provider) => {
        const name = localize(provider.name, intl.locale).text
        const state = stateOf(provider)
        const isOffice = provider.source === 'office'
        return (
          <Card
            key={provider.key}
            type="inner"
            size="small"
            style={{ marginBottom: 12 }}
            title={name}
            styles={{ title: { whiteSpace: 'normal' } }}
            extra={<StateTag tone={tones[state]}>{t(`state.${state}`)}</StateTag>}
          >
            {failure?.key === provider.key && (
              <Alert
                type="error"
                showIcon
                title={failure.message}
                description={failure.detail}
                style={{ marginBottom: 12 }}
              />
            )}
            <Descriptions
              column={1}
              size="small"
              items={[
                {
                  key: 'adapter',
                  label: t('adapter'),
                  children: intl.formatMessage({ id: `office.settings.signInAdapter.${provider.adapter}` }),
                },
                { key: 'address', label: t('address'), children: provider.address },
              ]}
            />
            {/* Too long for two columns on a phone. */}
            <Typography.Paragraph style={{ margin: '8px 0 0' }}>
              <Typography.Text type="secondary">{t('callback')}</Typography.Text>
              <br />
              <Typography.Text copyable>{provider.callback}</Typography.Text>
            </Typography.Paragraph>
            {!isOffice && (
              <Typography.Paragraph type="secondary" style={{ margin: '8px 0 0' }}>
                {t('operatorHelp')}
              </Typography.Paragraph>
            )}
            <Space wrap style={{ marginTop: 12 }}>
              <Button
                loading={busy === provider.key}
                disabled={current.whyNot !== null}
                aria-label={`${t('try')} ${name}`}
                onClick={() => void tryOut(provider)}
              >
                {t('try')}
              </Button>
              {isOffice && (
                <>
                  <Button
                    disabled={current.whyNot !== null}
                    aria-label={`${t('edit')} ${name}`}
                    onClick={() => setEditing(provider)}
                  >
                    {t('edit')}
                  </Button>
                  <Button
                    danger
                    disabled={current.whyNot !== null}
                    aria-label={`${t('remove')} ${name}`}
                    onClick={() => setRemoving(provider)}
                  >
                    {t('remove')}
                  </Button>
                  <label>
                    <Switch
                      checked={provider.isShown}
                      disabled={current.whyNot !== null || state === 'draft' || busy !== undefined}
                      aria-label={`${t('isShown')} ${name}`}
                      onChange={(isShown) => void show(provider, isShown)}
                    />{' '}
                    {t('isShown')}
                  </label>
                </>
              )}
            </Space>
            {state === 'draft' && (
              <Typography.Paragraph type="secondary" style={{ margin: '8px 0 0' }}>
                {t('draftHelp')}
              </Typography.Paragraph>
            )}
          </Card>
        )
      })}
      {editing !== undefined && (
        <SignInProviderDialog
          client={client}
          provider={editing === 'new' ? undefined : editing}
          stored={current}
          hasSecondFactor={hasSecondFactor}
          onSaved={setCurrent}
          onClose={() => setEditing(undefined)}
        />
      )}
      {removing && (
        <SignInProviderRemoval
          provider={removing}
          client={client}
          version={current.version}
          hasSecondFactor={hasSecondFactor}
          onDone={setCurrent}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Card>
  )
}
