import { Alert, Button, Modal, Space, Table } from 'antd'
import { useState } from 'react'
import type { CertificateSheetRow } from '@lectern/contract/certificate-office.ts'
import type { CertificateIssueId } from '@lectern/contract/ids.ts'
import type { Client } from '../../../../request/client.ts'
import { readFile } from '../../../members/sheet-file.ts'
import { importSheet, type ImportResult } from '../api.ts'
import { useCertificateWords } from '../certificate-words.ts'
import { SheetField } from '../../../admin-ui/components/sheet-field.tsx'

interface ImportPeopleProps {
  client: Client
  id: CertificateIssueId
  onImported: () => void
  onClose: () => void
}

const Result = ({ result }: { result: ImportResult }) => {
  const { t } = useCertificateWords()
  const wrong = result.rows.length
  if (wrong === 0)
    return (
      <Alert
        type={result.dryRun ? 'info' : 'success'}
        role="status"
        showIcon
        title={t(result.dryRun ? 'import.would' : 'import.done', { count: result.total })}
      />
    )
  return (
    <>
      <Alert type="error" role="alert" showIcon title={t('import.wrong', { count: wrong })} />
      <Table<CertificateSheetRow>
        size="small"
        rowKey="row"
        dataSource={result.rows}
        pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
        columns={[
          { key: 'row', title: t('import.row'), dataIndex: 'row', align: 'end' },
          { key: 'name', title: t('name'), render: (_, { name }) => name || '–' },
          {
            key: 'problems',
            title: t('import.problems'),
            render: (_, { problems }) =>
              problems.map(({ column, value, message }) => (
                <div key={`${column} ${message}`} style={{ overflowWrap: 'anywhere' }}>
                  {value === ''
                    ? t('import.problem', { column, message })
                    : t('import.problemOf', { column, value, message })}
                </div>
              )),
          },
        ]}
      />
    </>
  )
}

/** Reads the people of an issue from a sheet: first a dry run, then all of them or none. */
export const ImportPeople = ({ client, id, onImported, onClose }: ImportPeopleProps) => {
  const { t } = useCertificateWords()
  const [isOpen, setOpen] = useState(true)
  const [sheet, setSheet] = useState<Blob>()
  const [result, setResult] = useState<ImportResult>()
  const [busy, setBusy] = useState(false)
  const send = async (content: Blob, dryRun: boolean): Promise<void> => {
    setBusy(true)
    try {
      const answer = await importSheet(client, id, content, dryRun)
      setResult(answer)
      if (!answer.dryRun) onImported()
    } catch {
      // The request has shown the reason.
      setResult(undefined)
    }
    setBusy(false)
  }
  const choose = async (file: File | undefined): Promise<void> => {
    setResult(undefined)
    const content = file && (await readFile(file))
    setSheet(content)
    if (content) await send(content, true)
  }
  const isWhole = result?.dryRun === true && result.rows.length === 0 && result.total > 0
  return (
    <Modal
      open={isOpen}
      title={t('import')}
      width={720}
      onCancel={() => setOpen(false)}
      // Unmounted only after closing, so that the focus returns first.
      afterClose={onClose}
      mask={{ closable: false }}
      footer={
        <Space wrap>
          <Button onClick={() => setOpen(false)}>{t('close')}</Button>
          {sheet && result?.dryRun !== false && (
            <Button type="primary" disabled={!isWhole} loading={busy} onClick={() => void send(sheet, false)}>
              {t('import.confirm')}
            </Button>
          )}
        </Space>
      }
    >
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <div>
          <p style={{ marginBlock: '0 12px' }}>{t('import.help')}</p>
          <Button href={`/api/certificate-issues/${id}/sheet/template`} download>
            {t('import.template')}
          </Button>
        </div>
        <SheetField label={t('import.file')} busy={busy} onChoose={(file) => void choose(file)} />
        {busy && <div role="status">{t('import.busy')}</div>}
        {result && <Result result={result} />}
      </Space>
    </Modal>
  )
}
