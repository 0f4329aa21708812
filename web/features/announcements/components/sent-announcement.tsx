import { Button, Card, Descriptions, Progress } from 'antd'
import { useState } from 'react'
import { createAnnouncement, type Announcement } from '@lectern/contract/announcements/announcements.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { languageOf } from '@lectern/contract/localized.ts'
import type { Client } from '../../../request/client.ts'
import { Link } from '../../../router/link.tsx'
import { Prose } from '../../../ui/prose.tsx'
import { useIntl } from '../../../ui/intl.tsx'
import { LanguageBar } from '../../admin-ui/components/language-bar.tsx'
import { Moment, useZoned } from '../../../ui/moment.tsx'
import { contentOf, fieldsOf } from '../announcement-fields.ts'
import { useAnnouncementWords, type Choices } from '../announcement-words.ts'
import { AnnouncementState } from './announcement-state.tsx'
import { LetterCounts } from './letter-counts.tsx'

interface SentAnnouncementProps {
  client: Client
  announcement: Announcement
  choices: Choices
  onCopied: (draft: Announcement) => void
}

/** A sent announcement: its text, audience and delivery. */
export const SentAnnouncement = ({ client, announcement, choices, onCopied }: SentAnnouncementProps) => {
  const intl = useIntl()
  const zoned = useZoned()
  const { t, conditionsOf, locale } = useAnnouncementWords()
  const [language, setLanguage] = useState<Locale>(locale)
  const [isBusy, setBusy] = useState(false)
  const { title, html, link, state, sentAt, sentBy, told, readers, letters } = announcement
  const people = announcement.people ?? 0
  const textLocale = languageOf(title, language)
  const copy = async (): Promise<void> => {
    setBusy(true)
    try {
      onCopied(await client(createAnnouncement, { body: contentOf(fieldsOf(announcement)) }))
    } catch {
      // The request has shown the reason.
    } finally {
      setBusy(false)
    }
  }
  return (
    <div style={{ display: 'grid', gap: 16, maxWidth: 960 }}>
      <Card size="small">
        <Descriptions
          size="small"
          column={{ xs: 1, md: 2 }}
          items={[
            { key: 'state', label: t('state'), children: <AnnouncementState state={state} /> },
            { key: 'sentAt', label: zoned(t('sentAt')), children: sentAt && <Moment value={sentAt} /> },
            {
              key: 'by',
              label: t('by'),
              children: sentBy ?? intl.formatMessage({ id: 'office.audit.gone' }),
            },
            { key: 'people', label: t('people'), children: t('told', { told, people }) },
            { key: 'readers', label: t('readers'), children: intl.formatNumber(readers) },
            {
              key: 'letters',
              label: t('letters'),
              children: (
                <span>
                  <LetterCounts letters={letters} />
                </span>
              ),
            },
          ]}
        />
        {state === 'sending' && people > 0 && (
          <Progress percent={Math.floor((told / people) * 100)} aria-label={t('told', { told, people })} />
        )}
      </Card>
      <Card size="small" title={t('conditions')}>
        <Descriptions
          size="small"
          column={1}
          items={conditionsOf(announcement.audience, announcement.named, choices).map(({ name, value }) => ({
            key: name,
            label: name,
            children: value,
          }))}
        />
      </Card>
      <Card size="small" title={t('text')}>
        <LanguageBar value={language} onChange={setLanguage} />
        <div lang={textLocale} style={{ overflowWrap: 'anywhere' }}>
          <p>
            <strong>{title[textLocale]}</strong>
          </p>
          <Prose html={html[textLocale] ?? ''} />
        </div>
        {link && <Link to={link}>{link}</Link>}
      </Card>
      <div>
        <Button loading={isBusy} onClick={() => void copy()}>
          {t('copy')}
        </Button>
      </div>
    </div>
  )
}
