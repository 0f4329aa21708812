import type { MessageId } from '@lectern/messages/message-id.ts'
import { Alert, App, Button, Card, Descriptions, Divider, Space, Typography } from 'antd'
import { useState } from 'react'
import { channelOf } from '@lectern/contract/contact-messages/contact-forms.ts'
import { readMessage, moveMessage, type Message } from '@lectern/contract/contact-messages/contact-messages.ts'
import type { Client } from '../../../../request/client.ts'
import { failureOf } from '../../../../request/request-error.ts'
import { AnyLink, Link } from '../../../../router/link.tsx'
import { FormattedMessage, useIntl } from '../../../../ui/intl.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import { Phone } from '../../../../ui/phone.tsx'
import { languageNames } from '../../../admin-ui/language-names.ts'
import { AnswerForm } from './answer-form.tsx'
import { MessageState } from './message-state.tsx'

const Letter = ({ text, lang }: { text: string; lang?: string }) => (
  <Typography.Paragraph lang={lang} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', maxWidth: '44rem' }}>
    {text}
  </Typography.Paragraph>
)

const Contact = ({ contact }: { contact: string }) => {
  // If the sender's account was deleted, the contact is a placeholder without a link.
  if (!/[@+]/.test(contact)) return contact
  if (channelOf(contact) === 'sms') return <Phone value={contact} />
  return <AnyLink address={`mailto:${contact}`}>{contact}</AnyLink>
}

const Facts = ({ message }: { message: Message }) => {
  const intl = useIntl()
  const text = (id: MessageId): string => intl.formatMessage({ id })
  const { sender } = message
  return (
    <Descriptions
      size="small"
      column={{ xs: 1, sm: 1, md: 2 }}
      items={[
        { key: 'state', label: text('office.messages.state'), children: <MessageState state={message.state} /> },
        { key: 'at', label: text('office.time'), children: <Moment value={message.createdAt} /> },
        { key: 'name', label: text('office.messages.name'), children: message.name },
        { key: 'contact', label: text('office.messages.contact'), children: <Contact contact={message.contact} /> },
        { key: 'reference', label: text('office.messages.reference'), children: <code>{message.reference}</code> },
        {
          key: 'language',
          label: text('shell.language'),
          children: languageNames(intl.locale)(message.locale),
        },
        ...(sender
          ? [
              {
                key: 'sender',
                label: text('office.messages.sender'),
                children: (
                  <Link to={`/Admin/Member?search=${encodeURIComponent(sender.username)}`}>{sender.username}</Link>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}

interface MessageViewProps {
  client: Client
  message: Message
}

/** A message with its replies and actions. */
export const MessageView = ({ client, message: loaded }: MessageViewProps) => {
  const intl = useIntl()
  const { message: toast } = App.useApp()
  const [message, setMessage] = useState(loaded)
  const [overtaken, setOvertaken] = useState(false)
  const [unsent, setUnsent] = useState('')
  const [busy, setBusy] = useState(false)
  const text = (id: MessageId): string => intl.formatMessage({ id })
  const catchUp = async (): Promise<void> => {
    setOvertaken(true)
    setMessage(await client(readMessage, { params: { id: message.id } }))
  }
  const move = async (state: 'new' | 'closed'): Promise<void> => {
    setBusy(true)
    try {
      const body = { version: message.version, state }
      const options = { inPlaceSignIn: true, reportedByCaller: ['resource.changed', 'message.answered'] } as const
      setMessage(await client(moveMessage, { params: { id: message.id }, body }, options))
      setOvertaken(false)
      void toast.success(text(state === 'closed' ? 'office.messages.closed' : 'office.messages.reopened'))
    } catch (error) {
      const name = failureOf(error)?.error
      if (name === 'resource.changed' || name === 'message.answered') await catchUp().catch(() => undefined)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
      {overtaken && <Alert type="warning" role="alert" showIcon title={text('office.messages.overtaken')} />}
      <Card size="small" title={message.subject}>
        <Facts message={message} />
        <Divider style={{ margin: '8px 0 16px' }} />
        <Letter text={message.body} lang={message.locale} />
      </Card>
      {message.answers.map(({ text: answer, by, at }) => (
        <Card
          key={at + answer}
          size="small"
          title={intl.formatMessage({ id: 'office.messages.answeredBy' }, { name: by ?? text('office.audit.gone') })}
          extra={<Moment value={at} />}
        >
          <Letter text={answer} />
        </Card>
      ))}
      {message.state !== 'new' && unsent !== '' && (
        <Card size="small" title={text('office.messages.unsent')}>
          <Letter text={unsent} />
        </Card>
      )}
      {message.state === 'new' && (
        <AnswerForm
          client={client}
          message={message}
          draft={unsent}
          onAnswered={(answered) => {
            setOvertaken(false)
            setUnsent('')
            setMessage(answered)
          }}
          onOutdated={(typed) => {
            setUnsent(typed)
            void catchUp()
          }}
        />
      )}
      <Space wrap>
        {message.state !== 'closed' && (
          <Button loading={busy} onClick={() => void move('closed')}>
            <FormattedMessage id="office.messages.close" />
          </Button>
        )}
        {message.state !== 'new' && (
          <Button loading={busy} onClick={() => void move('new')}>
            <FormattedMessage id="office.messages.reopen" />
          </Button>
        )}
        <Link to={`/Admin/Audit?subjectKind=message&subjectId=${message.id}`}>
          <FormattedMessage id="office.messages.log" />
        </Link>
      </Space>
    </Space>
  )
}
