import { Alert, Button, Checkbox, Modal, Radio, Space, Typography } from 'antd'
import { useState } from 'react'
import {
  enrolmentFormats,
  personalColumns,
  sheetRows,
  type SheetRows,
} from '@lectern/contract/enrolments/enrolment-values.ts'
import { exactTotalLimit } from '@lectern/contract/pages/page-limits.ts'
import { useEnrolmentWords } from '../enrolment-words.ts'
import { exportAddress } from '../list-query.ts'

interface ExportDialogProps {
  query: URLSearchParams
  total: number
  activities: readonly { id: string; name: string }[]
  onClose: () => void
}

/** Exports all pages of the list as a sheet; personal columns only if selected. */
export const ExportDialog = ({ query, total, activities, onClose }: ExportDialogProps) => {
  const { t } = useEnrolmentWords()
  const [isOpen, setOpen] = useState(true)
  const [format, setFormat] = useState<(typeof enrolmentFormats)[number]>('xlsx')
  const [rows, setRows] = useState<SheetRows>('teams')
  const [personal, setPersonal] = useState<string[]>([])
  const isEach = rows === 'people'
  const offered = personalColumns.filter((name) => !isEach || name !== 'answers')
  const chosen = personal.filter((name) => offered.some((one) => one === name))
  const activity = activities.find(({ id }) => id === query.get('activity'))
  const close = (): void => setOpen(false)
  const isBeyond = total > exactTotalLimit
  return (
    <Modal
      open={isOpen}
      title={t('export.title')}
      onCancel={close}
      afterClose={onClose}
      footer={
        <Button type="primary" href={exportAddress(query, format, chosen, rows)} download onClick={close}>
          {t('export.download')}
        </Button>
      }
    >
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <span>
          {isBeyond ? t('export.countBeyond', { count: exactTotalLimit }) : t('export.count', { count: total })}
        </span>
        <Radio.Group
          aria-label={t('export.format')}
          value={format}
          onChange={({ target }) => setFormat(target.value as typeof format)}
          options={enrolmentFormats.map((value) => ({ value, label: value.toUpperCase() }))}
        />
        <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
          <legend>{t('export.rows')}</legend>
          <Radio.Group
            value={rows}
            onChange={({ target }) => {
              const next = target.value as SheetRows
              setRows(next)
              // A list of people needs their names.
              if (next === 'people' && !personal.includes('names')) setPersonal([...personal, 'names'])
            }}
            options={sheetRows.map((value) => ({ value, label: t(`export.rows.${value}`) }))}
          />
          {isEach && (
            <Typography.Text type="secondary" style={{ display: 'block' }}>
              {t('export.rows.help')}
            </Typography.Text>
          )}
        </fieldset>
        <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
          <legend>{t('export.personal')}</legend>
          <Checkbox.Group
            value={chosen}
            onChange={setPersonal}
            options={offered.map((value) => ({
              value,
              label: t(isEach && value !== 'answers' ? `export.personal.${value}Each` : `export.personal.${value}`),
            }))}
            style={{ display: 'grid', gap: 4 }}
          />
        </fieldset>
        <Alert type="info" showIcon title={t('export.help')} />
        <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
          <legend>{t('export.files')}</legend>
          {activity ? (
            <Button
              href={`/api/activities/${activity.id}/files`}
              download
              style={{ height: 'auto', paddingBlock: 4, whiteSpace: 'normal' }}
            >
              {t('export.files.download', { name: activity.name })}
            </Button>
          ) : (
            <Typography.Text type="secondary">{t('export.files.choose')}</Typography.Text>
          )}
        </fieldset>
      </Space>
    </Modal>
  )
}
