import type { IdAfter } from '@lectern/messages/message-id.ts'
import { App, Button, Drawer, Space } from 'antd'
import { useState } from 'react'
import { makeEditionCurrent, type Edition } from '@lectern/contract/competition/editions.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Client } from '../../../../request/client.ts'
import { go } from '../../../../router/history.ts'
import { Link } from '../../../../router/link.tsx'
import { useRouter } from '../../../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../../../ui/intl.tsx'
import { EditionForm } from './edition-form.tsx'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'

interface EditionPanelProps {
  client: Client
  editions: readonly Edition[]
  timeZone: string
  onChanged: () => void
  onClose: () => void
}

/** The editions: which one is current, and editing them. */
export const EditionPanel = ({ client, editions, timeZone, onChanged, onClose }: EditionPanelProps) => {
  const intl = useIntl()
  const router = useRouter()
  const { modal, message } = App.useApp()
  const [isOpen, setOpen] = useState(true)
  // Without editions, start with the form for a new one.
  const [edited, setEdited] = useState<Edition | 'new' | undefined>(editions.length === 0 ? 'new' : undefined)
  const t = (key: IdAfter<'office.activities.'>, values?: Record<string, string | number>): string =>
    intl.formatMessage({ id: `office.activities.${key}` }, values)
  const nameOf = ({ name }: Edition): string => localize(name, intl.locale).text
  const makeCurrent = async ({ id, version }: Edition): Promise<void> => {
    try {
      await client(makeEditionCurrent, { params: { id }, body: { version } }, { inPlaceSignIn: true })
      void message.success(t('madeCurrent'))
      // Its activities are behind the drawer.
      setOpen(false)
    } catch {
      // The request has shown the reason.
    }
    onChanged()
  }
  const ask = (edition: Edition): void => {
    const former = editions.find(({ current }) => current)
    modal.confirm({
      title: t('makeCurrentTitle', { name: nameOf(edition) }),
      content: (
        <>
          <p>{t('makeCurrentHelp', { published: edition.published })}</p>
          {former && <p>{t('makeCurrentFormer', { name: nameOf(former) })}</p>}
        </>
      ),
      okText: t('makeCurrent'),
      onOk: () => makeCurrent(edition),
    })
  }
  return (
    <Drawer
      open={isOpen}
      title={t('editions')}
      size={560}
      onClose={() => setOpen(false)}
      afterOpenChange={(opened) => !opened && onClose()}
      extra={
        <Button type="primary" onClick={() => setEdited('new')}>
          <FormattedMessage id="office.activities.addEdition" />
        </Button>
      }
    >
      <ul style={{ display: 'grid', gap: 24, margin: 0, padding: 0, listStyle: 'none' }}>
        {editions.map((edition) => (
          <li key={edition.id} style={{ display: 'grid', gap: 8 }}>
            <div>
              <strong>{nameOf(edition)}</strong> {edition.current && <StateTag tone="good">{t('isCurrent')}</StateTag>}
              <br />
              <span style={{ color: 'var(--ink-3)' }}>
                {edition.year} · {edition.timeZone} ·{' '}
                <Link to={`/Admin/Activity?edition=${edition.id}`} onClick={() => setOpen(false)}>
                  {t('activityCount', { count: edition.activities, published: edition.published })}
                </Link>
              </span>
            </div>
            <Space wrap>
              <Button
                size="small"
                aria-haspopup="dialog"
                aria-label={t('editOf', { name: nameOf(edition) })}
                onClick={() => setEdited(edition)}
              >
                {t('edit')}
              </Button>
              {!edition.current && (
                <Button
                  size="small"
                  aria-haspopup="dialog"
                  aria-label={t('makeCurrentOf', { name: nameOf(edition) })}
                  onClick={() => ask(edition)}
                >
                  {t('makeCurrent')}
                </Button>
              )}
            </Space>
          </li>
        ))}
      </ul>
      {edited && (
        <EditionForm
          client={client}
          editions={editions}
          edition={edited === 'new' ? undefined : edited}
          timeZone={timeZone}
          onSaved={({ id }) => {
            void message.success(intl.formatMessage({ id: 'office.content.saved' }))
            if (edited === 'new') {
              // Its activities, and what to look at before it begins.
              setOpen(false)
              void go(router, `/Admin/Activity?edition=${id}`)
            } else onChanged()
          }}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Drawer>
  )
}
