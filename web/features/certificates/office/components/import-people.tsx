import { Alert, Button, Table } from 'antd'
import { importPeople, type CertificateSheetRow } from '@lectern/contract/certificates/certificate-office.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { CertificateIssueId } from '@lectern/contract/ids.ts'
import type { Client } from '../../../../request/client.ts'
import { useCertificateWords } from '../certificate-words.ts'
import { SheetImportDialog } from '../../../admin-ui/components/sheet-import-dialog.tsx'
import { useSheetImport } from '../../../admin-ui/use-sheet-import.ts'
import { FormattedMessage } from '../../../../ui/intl.tsx'

type ImportResult = AnswerOf<typeof importPeople>

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
  const { result, ...importing } = useSheetImport<ImportResult>({
    send: (query, options) => client(importPeople, { params: { id }, query }, options),
    onAnswer: ({ dryRun, rows }) => void (!dryRun && rows.length === 0 && onImported()),
  })
  const isWhole = result !== undefined && result.rows.length === 0
  return (
    <SheetImportDialog
      title={t('import')}
      help={
        <>
          <p style={{ marginBlock: '0 12px' }}>{t('import.help')}</p>
          <Button href={`/api/certificate-issues/${id}/sheet/template`} download>
            <FormattedMessage id="office.sheet.template" />
          </Button>
        </>
      }
      importing={importing}
      outcome={result && <Result result={result} />}
      confirm={t('import.confirm')}
      isReady={isWhole && result.dryRun && result.total > 0}
      isDone={isWhole && !result.dryRun}
      onClose={onClose}
    />
  )
}
