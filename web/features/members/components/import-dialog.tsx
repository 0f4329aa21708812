import { Alert, Button, Modal, Space, Table, Typography } from 'antd'
import { useState } from 'react'
import type { Client } from '../../../request/client.ts'
import { download } from '../../../ui/download.ts'
import { importSheet, reportSheet, type ImportResult } from '../api.ts'
import { importedFields } from '@lectern/contract/account-values.ts'
import { readFile } from '../sheet-file.ts'
import { useMemberWords } from '../member-words.ts'
import { SheetField } from '../../admin-ui/components/sheet-field.tsx'

const Explanation = () => {
  const { t, list, column, access } = useMemberWords()
  const headings = importedFields.map(column)
  return (
    <>
      <Typography.Paragraph>
        {t('import.help', { username: column('username'), email: column('email'), phone: column('phone') })}
      </Typography.Paragraph>
      <Typography.Paragraph>
        {t('import.columns', {
          columns: list(headings),
          access: column('access'),
          user: access('user'),
          expert: access('expert'),
        })}
      </Typography.Paragraph>
      <Button href="/api/users/import/template" download>
        {t('import.template')}
      </Button>
    </>
  )
}

const Problems = ({ problems }: { problems: ImportResult['problems'] }) => {
  const { t } = useMemberWords()
  return (
    <Table
      size="small"
      rowKey={({ row, column, message }) => `${row} ${column} ${message}`}
      dataSource={problems}
      pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
      columns={[
        { title: t('import.row'), dataIndex: 'row', align: 'end' },
        {
          // Stacked, so that the problem is visible on a phone.
          title: t('import.cell'),
          dataIndex: 'column',
          render: (column: string, { value }) => (
            <>
              <div>{column}</div>
              <Typography.Text type="secondary" style={{ overflowWrap: 'anywhere' }}>
                {value === '' ? t('import.empty') : <bdi>{value}</bdi>}
              </Typography.Text>
            </>
          ),
        },
        { title: t('import.problem'), dataIndex: 'message' },
      ]}
    />
  )
}

interface ResultProps {
  result: ImportResult
  /** Downloads the sheet with its problems. */
  onReport: () => Promise<void>
}

/** What the import would do, or has done. */
const Result = ({ result: { dryRun, rows, created, problems }, onReport }: ResultProps) => {
  const { t } = useMemberWords()
  if (problems.length > 0)
    return (
      <>
        <Alert type="error" role="alert" showIcon title={t('import.wrong', { count: problems.length })} />
        <Problems problems={problems} />
        <Button style={{ marginBlockStart: 8 }} onClick={() => void onReport()}>
          {t('import.report')}
        </Button>
      </>
    )
  return dryRun ? (
    <Alert type="info" role="status" showIcon title={t('import.would', { count: rows })} />
  ) : (
    <Alert type="success" role="status" showIcon title={t('import.done', { count: created })} />
  )
}

interface Sheet {
  name: string
  content: Blob
}

interface ImportDialogProps {
  client: Client
  onImported: () => void
  onClose: () => void
}

/** Imports members from a sheet: first a dry run, then the import. */
export const ImportDialog = ({ client, onImported, onClose }: ImportDialogProps) => {
  const { t } = useMemberWords()
  const [isOpen, setOpen] = useState(true)
  const close = (): void => setOpen(false)
  const [sheet, setSheet] = useState<Sheet>()
  const [result, setResult] = useState<ImportResult>()
  const [busy, setBusy] = useState(false)
  const send = async ({ content }: Sheet, dryRun: boolean): Promise<void> => {
    setBusy(true)
    try {
      const answer = await importSheet(client, content, dryRun)
      setResult(answer)
      if (answer.created > 0) onImported()
    } catch {
      // The request has shown the reason.
      setResult(undefined)
    } finally {
      setBusy(false)
    }
  }
  const report = async (): Promise<void> => {
    if (!sheet) return
    try {
      const { name, content } = await reportSheet(client, sheet.content)
      download(content, name)
    } catch {
      // The request has shown the reason.
    }
  }
  const choose = async (file: File | undefined): Promise<void> => {
    setResult(undefined)
    const chosen = file && { name: file.name, content: await readFile(file) }
    setSheet(chosen)
    if (chosen) await send(chosen, true)
  }
  const isReady = result?.dryRun === true && result.problems.length === 0
  const isDone = result?.dryRun === false && result.problems.length === 0
  return (
    <Modal
      open={isOpen}
      title={t('import')}
      width={720}
      onCancel={close}
      // Unmounted only after closing, so that the focus returns first.
      afterClose={onClose}
      mask={{ closable: false }}
      footer={
        <Space wrap>
          <Button onClick={close}>{t('close')}</Button>
          {sheet && !isDone && (
            <Button type="primary" disabled={!isReady} loading={busy} onClick={() => void send(sheet, false)}>
              {isReady ? t('import.start', { count: result.rows }) : t('import')}
            </Button>
          )}
        </Space>
      }
    >
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <div>
          <Explanation />
        </div>
        <SheetField label={t('import.file')} busy={busy} onChoose={(file) => void choose(file)} />
        {busy && <div role="status">{t('import.busy')}</div>}
        {result && <Result result={result} onReport={report} />}
      </Space>
    </Modal>
  )
}
