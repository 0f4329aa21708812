import { Alert, Button, Table, Typography } from 'antd'
import { checkImport, importMembers } from '@lectern/contract/accounts/accounts.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { Client } from '../../../request/client.ts'
import { download } from '../../../ui/download.ts'
import { importedFields } from '@lectern/contract/accounts/account-values.ts'
import { useMemberWords } from '../member-words.ts'
import { SheetImportDialog } from '../../admin-ui/components/sheet-import-dialog.tsx'
import { sheetOptions, useSheetImport } from '../../admin-ui/use-sheet-import.ts'
import { FormattedMessage } from '../../../ui/intl.tsx'

type ImportResult = AnswerOf<typeof importMembers>

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
        <FormattedMessage id="office.sheet.template" />
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

interface ImportDialogProps {
  client: Client
  onImported: () => void
  onClose: () => void
}

/** Imports members from a sheet: first a dry run, then the import. */
export const ImportDialog = ({ client, onImported, onClose }: ImportDialogProps) => {
  const { t } = useMemberWords()
  const { result, ...importing } = useSheetImport<ImportResult>({
    send: (query, options) => client(importMembers, { query }, options),
    onAnswer: ({ created }) => void (created > 0 && onImported()),
  })
  const report = async (): Promise<void> => {
    if (!importing.sheet) return
    try {
      const { name, content } = await client(checkImport, {}, sheetOptions(importing.sheet))
      const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
      download(new Blob([bytes], { type: 'application/octet-stream' }), name)
    } catch {
      // The request has shown the reason.
    }
  }
  const isWhole = result !== undefined && result.problems.length === 0
  const isReady = isWhole && result.dryRun
  return (
    <SheetImportDialog
      title={t('import')}
      help={<Explanation />}
      importing={importing}
      outcome={result && <Result result={result} onReport={report} />}
      confirm={isReady ? t('import.start', { count: result.rows }) : t('import')}
      isReady={isReady}
      isDone={isWhole && !result.dryRun}
      onClose={onClose}
    />
  )
}
