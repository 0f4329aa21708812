import { Alert, Button, Modal, Space, Table } from 'antd'
import { useState } from 'react'
import type { RoundId } from '@lectern/contract/ids.ts'
import type { ImportOutcome } from '@lectern/contract/review-values.ts'
import type { ImportedReviewer } from '@lectern/contract/reviewers.ts'
import type { Client } from '../../../../request/client.ts'
import { StateTag, type Tone } from '../../../admin-ui/components/state-tag.tsx'
import { readFile } from '../../../members/sheet-file.ts'
import { importSheet, type ImportResult } from '../reviewer-api.ts'
import { useReviewerWords } from '../reviewer-words.ts'
import { SheetField } from '../../../admin-ui/components/sheet-field.tsx'

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
  const [isOpen, setOpen] = useState(true)
  const [sheet, setSheet] = useState<Blob>()
  const [result, setResult] = useState<ImportResult>()
  const [busy, setBusy] = useState(false)
  const send = async (content: Blob, dryRun: boolean): Promise<void> => {
    setBusy(true)
    try {
      const answer = await importSheet(client, roundId, content, dryRun)
      setResult(answer)
      if (answer.invited > 0) onImported()
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
  const isWhole = result !== undefined && countOf(result, 'wrong') === 0
  const count = result ? countOf(result, 'new', 'known') : 0
  const isDone = result?.dryRun === false && isWhole
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
          {sheet && !isDone && (
            <Button
              type="primary"
              disabled={!isWhole || count === 0}
              loading={busy}
              onClick={() => void send(sheet, false)}
            >
              {t('invite', { count })}
            </Button>
          )}
        </Space>
      }
    >
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <div>
          <p style={{ marginBlock: '0 12px' }}>{t('import.help')}</p>
          <Button href={`/api/rounds/${roundId}/reviewers/import/template`} download>
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
