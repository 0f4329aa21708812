import type { IdAfter } from '@lectern/messages/message-id.ts'
import { Alert, Card, Descriptions } from 'antd'
import { useState } from 'react'
import type { Client } from '../../../request/client.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { StateTag, type Tone } from '../../admin-ui/components/state-tag.tsx'
import { stateOf, type StoredMail } from '../mail-values.ts'
import { MailServerForm } from './mail-server-form.tsx'

interface MailServerCardProps {
  client: Client
  stored: StoredMail
  isDemo: boolean
  /** The organiser's address, for test mails. */
  ownAddress: string | null
  hasSecondFactor: boolean
}

const tones: Record<ReturnType<typeof stateOf>, Tone> = {
  operator: 'good',
  office: 'good',
  unreadable: 'bad',
  none: 'waiting',
}

/** A mail server configured by the operator is read-only. */
const OperatorServer = ({ server }: Pick<StoredMail, 'server'>) => {
  const intl = useIntl()
  const t = (key: IdAfter<'office.settings.'>): string => intl.formatMessage({ id: `office.settings.${key}` })
  if (!server) return null
  return (
    <Descriptions
      column={1}
      size="small"
      items={[
        { key: 'host', label: t('mailHost'), children: server.host },
        { key: 'port', label: t('mailPort'), children: String(server.port) },
        { key: 'security', label: t('mailSecurity'), children: t(`mailSecurity.${server.security}`) },
        { key: 'sender', label: t('mailSender'), children: server.sender },
      ]}
    />
  )
}

/** The mail server and its state. */
export const MailServerCard = ({ stored, isDemo, ...rest }: MailServerCardProps) => {
  const intl = useIntl()
  const [current, setCurrent] = useState(stored)
  const t = (key: IdAfter<'office.settings.mail'>): string => intl.formatMessage({ id: `office.settings.mail${key}` })
  const state = stateOf(current)
  return (
    <Card
      id="mail"
      size="small"
      style={{ scrollMarginTop: 72 }}
      title={t('')}
      extra={<StateTag tone={tones[state]}>{t(`.state.${state}`)}</StateTag>}
    >
      <p style={{ margin: '0 0 16px' }}>{t('.intro')}</p>
      {state === 'operator' && <Alert type="info" showIcon title={t('.operatorHelp')} style={{ marginBottom: 16 }} />}
      {state === 'unreadable' && (
        <Alert type="error" showIcon title={t('.unreadableHelp')} style={{ marginBottom: 16 }} />
      )}
      {isDemo && state !== 'operator' && (
        <Alert type="info" showIcon title={t('.demoHelp')} style={{ marginBottom: 16 }} />
      )}
      {state === 'operator' ? (
        <OperatorServer server={current.server} />
      ) : (
        <MailServerForm {...rest} isDemo={isDemo} stored={current} onStored={setCurrent} />
      )}
    </Card>
  )
}
