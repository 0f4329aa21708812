import { Alert, Button, Table } from 'antd'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { RoundId } from '@lectern/contract/ids.ts'
import type { ImportOutcome } from '@lectern/contract/review/review-values.ts'
import { importReviewers, type ImportedReviewer } from '@lectern/contract/rounds/reviewers.ts'
import type { Client } from '../../../../request/client.ts'
import { StateTag, type Tone } from '../../../admin-ui/components/state-tag.tsx'
import { useReviewerWords } from '../reviewer-words.ts'
import { SheetImportDialog } from '../../../admin-ui/components/sheet-import-dialog.tsx'
import { useSheetImport } from '../../../admin-ui/use-sheet-import.ts'
import { FormattedMessage } from '../../../../ui/intl.tsx'

type ImportResult = AnswerOf<typeof importReviewers>

const tones: Record<ImportOutcome, Tone> = { new: 'active', known: 'good', invited: 'quiet', wrong: 'bad' }

/** Rows with problems first: they must be corrected. */
const inOrder = (rows: readonly ImportedReviewer[]): ImportedReviewer[] =>
  rows.toSorted(
    (one, other) => Number(other.outcome === 'wrong') - Number(one.outcome === 'wrong') || one.row - other.row,
  )

const Rows = ({ rows }: { rows: readonly ImportedReviewer[] }) => {
  const { t } = useReviewerWords()
  return (
    <Table<ImportedReviewer>
      size="small"
      rowKey="row"
      dataSource={inOrder(rows)}
      pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
      columns={[
        { key: 'row', title: t('import.row'), dataIndex: 'row', align: 'end' },
        { key: 'name', title: t('name'), render: (_, { name }) => name || '–' },
        {
          key: 'outcome',
          title: t('import.outcome'),
          render: (_, { outcome, problems }) => (
            <>
              <StateTag tone={tones[outcome]}>{t(`import.outcome.${outcome}`)}</StateTag>
              {problems.length > 0 && (
                <ul style={{ paddingInlineStart: 18, margin: '4px 0 0' }}>
                  {problems.map(({ column, value, message }) => (
                    <li key={`${column} ${message}`} style={{ overflowWrap: 'anywhere' }}>
                      {value === ''
                        ? t('import.problem', { column, message })
                        : t('import.problemOf', { column, value, message })}
                    </li>
                  ))}
                </ul>
              )}
            </>
          ),
        },
      ]}
    />
  )
}

const countOf = ({ rows }: ImportResult, ...outcomes: ImportOutcome[]): number =>
  rows.filter(({ outcome }) => outcomes.includes(outcome)).length

/** What the import would do, or has done. */
const Result = ({ result }: { result: ImportResult }) => {
  const { t } = useReviewerWords()
  const wrong = countOf(result, 'wrong')
  const values = { new: countOf(result, 'new'), known: countOf(result, 'known'), invited: countOf(result, 'invited') }
  return (
    <>
      {wrong > 0 ? (
        <Alert type="error" role="alert" showIcon title={t('import.wrong', { count: wrong })} />
      ) : result.dryRun ? (
        <Alert type="info" role="status" showIcon title={t('import.would', values)} />
      ) : (
        <Alert type="success" role="status" showIcon title={t('invited', { count: result.invited })} />
      )}
      <Rows rows={result.rows} />
    </>
  )
}

interface ImportExpertsProps {
  client: Client
  roundId: RoundId
  onImported: () => void
  onClose: () => void
}

/** Invites the experts of a sheet: first a dry run, then the import. */
export const ImportExperts = ({ client, roundId, onImported, onClose }: ImportExpertsProps) => {
  const { t } = useReviewerWords()
  const { result, ...importing } = useSheetImport<ImportResult>({
    send: (query, options) => client(importReviewers, { params: { id: roundId }, query }, options),
    onAnswer: ({ invited }) => void (invited > 0 && onImported()),
  })
  const isWhole = result !== undefined && countOf(result, 'wrong') === 0
  const count = result ? countOf(result, 'new', 'known') : 0
  return (
    <SheetImportDialog
      title={t('import')}
      help={
        <>
          <p style={{ marginBlock: '0 12px' }}>{t('import.help')}</p>
          <Button href={`/api/rounds/${roundId}/reviewers/import/template`} download>
            <FormattedMessage id="office.sheet.template" />
          </Button>
        </>
      }
      importing={importing}
      outcome={result && <Result result={result} />}
      confirm={t('invite', { count })}
      isReady={isWhole && count > 0}
      isDone={isWhole && !result.dryRun}
      onClose={onClose}
    />
  )
}
