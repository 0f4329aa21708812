import { Alert, Button, Checkbox, Modal, Radio, Space, Typography } from 'antd'
import { useState } from 'react'
import { enrolmentFormats, personalColumns, sheetRows, type SheetRows } from '@lectern/contract/enrolment-values.ts'
import { exactTotalLimit } from '@lectern/contract/page-limits.ts'
import { useEnrolmentWords } from '../enrolment-words.ts'
import { exportAddress } from '../list-query.ts'

interface ExportDialogProps {
  query: URLSearchParams
  total: number
  activities: readonly { id: string; name: string }[]
  onClose: () => void
}

/** Exactly what the list shows on all its pages, as a sheet; what is personal only where it is chosen. */
export const ExportDialog = ({ query, total, activities, onClose }: ExportDialogProps) => {
  const { say } = useEnrolmentWords()
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
      title={say('export.title')}
      onCancel={close}
      afterClose={onClose}
      footer={
        <Button type="primary" href={exportAddress(query, format, chosen, rows)} download onClick={close}>
          {say('export.download')}
        </Button>
      }
    >
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <span>
          {isBeyond ? say('export.countBeyond', { count: exactTotalLimit }) : say('export.count', { count: total })}
        </span>
        <Radio.Group
          aria-label={say('export.format')}
          value={format}
          onChange={({ target }) => setFormat(target.value as typeof format)}
          options={enrolmentFormats.map((value) => ({ value, label: value.toUpperCase() }))}
        />
        <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
          <legend>{say('export.rows')}</legend>
          <Radio.Group
            value={rows}
            onChange={({ target }) => {
              const next = target.value as SheetRows
              setRows(next)
              // A list of persons without their names is of no use to anybody.
              if (next === 'people' && !personal.includes('names')) setPersonal([...personal, 'names'])
            }}
            options={sheetRows.map((value) => ({ value, label: say(`export.rows.${value}`) }))}
          />
          {isEach && (
            <Typography.Text type="secondary" style={{ display: 'block' }}>
              {say('export.rows.help')}
            </Typography.Text>
          )}
        </fieldset>
        <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
          <legend>{say('export.personal')}</legend>
          <Checkbox.Group
            value={chosen}
            onChange={setPersonal}
            options={offered.map((value) => ({
              value,
              label: say(isEach && value !== 'answers' ? `export.personal.${value}Each` : `export.personal.${value}`),
            }))}
            style={{ display: 'grid', gap: 4 }}
          />
        </fieldset>
        <Alert type="info" showIcon title={say('export.help')} />
        <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
          <legend>{say('export.files')}</legend>
          {activity ? (
            <Button
              href={`/api/activities/${activity.id}/files`}
              download
              style={{ height: 'auto', paddingBlock: 4, whiteSpace: 'normal' }}
            >
              {say('export.files.download', { name: activity.name })}
            </Button>
          ) : (
            <Typography.Text type="secondary">{say('export.files.choose')}</Typography.Text>
          )}
        </fieldset>
      </Space>
    </Modal>
  )
}
