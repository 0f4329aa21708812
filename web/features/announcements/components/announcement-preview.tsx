import { Card, Select, Typography } from 'antd'
import { useEffect, useState } from 'react'
import { previewAnnouncement, type AnnouncementContent } from '@lectern/contract/announcements/announcements.ts'
import type { AccountId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { Client } from '../../../request/client.ts'
import { Prose } from '../../../ui/prose.tsx'
import { languageNames } from '../../admin-ui/language-names.ts'
import { useAnnouncementWords } from '../announcement-words.ts'
import { useRecipients } from '../use-recipients.ts'

interface AnnouncementPreviewProps {
  client: Client
  content: AnnouncementContent
  /** The language that is being edited. */
  language: Locale
  /** The recipient to preview; default: the first one. */
  recipient: AccountId | undefined
  onChoose: (id: AccountId | undefined) => void
}

type Preview = Awaited<ReturnType<typeof ask>>

const ask = (client: Client, body: Parameters<typeof bodyOf>, signal: AbortSignal) =>
  client(previewAnnouncement, { body: bodyOf(...body) }, { skipErrorHandler: true, signal })

const bodyOf = (content: AnnouncementContent, locale: Locale, recipient: AccountId | undefined) => ({
  ...content,
  locale,
  ...(recipient && { recipient }),
})

/** Debounce while typing. */
const pauseMilliseconds = 400

/** The announcement as a recipient will read it, rendered by the server as when sending. */
export const AnnouncementPreview = (props: AnnouncementPreviewProps) => {
  const { client, content, language, recipient, onChoose } = props
  const { t, locale } = useAnnouncementWords()
  const [preview, setPreview] = useState<Preview>()
  const [search, setSearch] = useState('')
  const { answer } = useRecipients(client, { audience: content.audience, ...(search && { search }) })
  const key = JSON.stringify([content, language, recipient])
  useEffect(() => {
    const stopping = new AbortController()
    const timer = setTimeout(() => {
      const input = JSON.parse(key) as Parameters<typeof bodyOf>
      ask(client, [input[0], input[1], input[2] ?? undefined], stopping.signal).then(
        setPreview,
        // On failure, keep the last preview.
        () => undefined,
      )
    }, pauseMilliseconds)
    return () => {
      clearTimeout(timer)
      stopping.abort()
    }
  }, [client, key])
  const isEmpty = !preview || (preview.title === '' && preview.html === '')
  const options = answer?.list.map(({ id, name, username }) => ({ value: id, label: `${name} · ${username}` })) ?? []
  const person = preview?.recipient
  const recipients =
    person && !options.some(({ value }) => value === person.id) ? [{ value: person.id, label: person.name }] : []
  return (
    <Card size="small" title={t('preview')}>
      <Select
        allowClear
        aria-label={t('previewAs')}
        placeholder={t('previewFirst')}
        showSearch={{ filterOption: false, onSearch: setSearch }}
        value={recipient ?? null}
        options={[...options, ...(recipient ? recipients : [])]}
        notFoundContent={t('nothingFound')}
        onChange={(id: AccountId | null | undefined) => onChoose(id ?? undefined)}
        style={{ width: '100%', marginBottom: 16 }}
      />
      {isEmpty ? (
        <Typography.Text type="secondary">{t('previewEmpty')}</Typography.Text>
      ) : (
        <div lang={preview.locale} style={{ overflowWrap: 'anywhere' }} data-testid="announcement-preview">
          <Typography.Paragraph strong>{preview.title}</Typography.Paragraph>
          <Prose html={preview.html} />
        </div>
      )}
      {preview && !preview.recipient && (
        <Typography.Paragraph type="secondary">{t('previewNobody')}</Typography.Paragraph>
      )}
      {preview && !isEmpty && preview.locale !== preview.asked && (
        <Typography.Paragraph type="secondary">
          {t('fallback', { language: languageNames(locale)(preview.locale) })}
        </Typography.Paragraph>
      )}
    </Card>
  )
}
