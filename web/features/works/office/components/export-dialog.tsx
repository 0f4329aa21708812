import { bundleWorks } from '@lectern/contract/works/work-office.ts'
import { App, Button, Checkbox, Modal, Radio, Select, Space, Typography } from 'antd'
import { useState } from 'react'
import { enrolmentFormats } from '@lectern/contract/enrolments/enrolment-values.ts'
import { exactTotalLimit } from '@lectern/contract/pages/page-limits.ts'
import type { ActivityId } from '@lectern/contract/ids.ts'
import type { Client } from '../../../../request/client.ts'
import { createKeys } from '../../../../request/idempotency-key.ts'
import { Link } from '../../../../router/link.tsx'
import { exportAddress } from '../list-query.ts'
import { useWorkWords } from '../work-words.ts'

interface ExportDialogProps {
  client: Client
  query: URLSearchParams
  total: number
  activities: readonly { id: ActivityId; code: string; name: string }[]
  onClose: () => void
}

/** What the list shows as a sheet, and the files of an activity as an archive, which takes a while to make. */
export const ExportDialog = ({ client, query, total, activities, onClose }: ExportDialogProps) => {
  const { t } = useWorkWords()
  const { message } = App.useApp()
  const [isOpen, setOpen] = useState(true)
  const [format, setFormat] = useState<(typeof enrolmentFormats)[number]>('xlsx')
  const [activity, setActivity] = useState(activities.find(({ id }) => id === query.get('activity'))?.id)
  const [blind, setBlind] = useState(false)
  const [busy, setBusy] = useState(false)
  const [keyOf] = useState(createKeys)
  const close = (): void => setOpen(false)
  const bundle = async (): Promise<void> => {
    const body = { activity: activity!, blind }
    setBusy(true)
    try {
      await client(bundleWorks, { body }, { headers: { 'Idempotency-Key': keyOf(body) }, inPlaceSignIn: true })
      void message.success({
        duration: 10,
        content: (
          <>
            {t('bundle.begun')} <Link to="/Admin/Task">{t('bundle.tasks')}</Link>
          </>
        ),
      })
      close()
    } catch {
      // The request has shown the reason.
    }
    setBusy(false)
  }
  return (
    <Modal open={isOpen} title={t('export.title')} footer={null} onCancel={close} afterClose={onClose}>
      <Space orientation="vertical" size="large" style={{ width: '100%' }}>
        <fieldset style={{ border: 0, margin: 0, padding: 0, display: 'grid', gap: 12, justifyItems: 'start' }}>
          <legend style={{ padding: 0 }}>
            <strong>{t('export.sheet')}</strong>
          </legend>
          <span>
            {total > exactTotalLimit
              ? t('export.countBeyond', { count: exactTotalLimit })
              : t('export.count', { count: total })}
          </span>
          <Radio.Group
            aria-label={t('export.format')}
            value={format}
            onChange={({ target }) => setFormat(target.value as typeof format)}
            options={enrolmentFormats.map((value) => ({ value, label: value.toUpperCase() }))}
          />
          <Button href={exportAddress(query, format)} download onClick={close}>
            {t('export.download')}
          </Button>
        </fieldset>
        <fieldset style={{ border: 0, margin: 0, padding: 0, display: 'grid', gap: 12, justifyItems: 'start' }}>
          <legend style={{ padding: 0 }}>
            <strong>{t('bundle.title')}</strong>
          </legend>
          <Typography.Text type="secondary">{t('bundle.about')}</Typography.Text>
          <Select
            aria-label={t('column.activity')}
            placeholder={t('bundle.choose')}
            {...(activity && { value: activity })}
            options={activities.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))}
            onChange={setActivity}
            style={{ width: '100%' }}
          />
          <Checkbox checked={blind} onChange={({ target }) => setBlind(target.checked)}>
            {t('bundle.blind')}
          </Checkbox>
          <Button loading={busy} disabled={!activity} onClick={() => void bundle()}>
            {t('bundle.start')}
          </Button>
        </fieldset>
      </Space>
    </Modal>
  )
}
