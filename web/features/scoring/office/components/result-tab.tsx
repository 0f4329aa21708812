import { localize } from '@lectern/contract/localized.ts'
import { Button, Empty, Space, Table, type TableColumnType } from 'antd'
import { useState } from 'react'
import type { AnswerOf, QueryInputOf } from '@lectern/contract/endpoint.ts'
import type * as contract from '@lectern/contract/review/review-board.ts'
import { readSettlement, type SettledRow } from '@lectern/contract/review/review-board.ts'
import type { Round } from '@lectern/contract/rounds/rounds.ts'
import { listTasks, type BackgroundTask } from '@lectern/contract/tasks/tasks.ts'
import { Link } from '../../../../router/link.tsx'
import { CopyButton } from '../../../../ui/copy-button.tsx'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'
import { useTableSize } from '../../../admin-ui/density.ts'
import { pickQuery, useListAddress } from '../../../admin-ui/list-address.ts'
import { wideTable } from '../../../admin-ui/wide-table.ts'
import { roundAddress } from '../../../rounds/office/round-address.ts'
import { defineTab, type RoundTabProps } from '../../../rounds/office/round-tab.ts'
import { exportAddress, printAddress } from '../sheet-address.ts'
import { useScoringWords } from '../scoring-words.ts'
import { SettlePanel } from './settle-panel.tsx'
import { SheetsDrawer, type ShownWork } from './sheets-drawer.tsx'
import { UncalibratedNote } from './uncalibrated-note.tsx'
import styles from './result-tab.module.css'

type Settlement = AnswerOf<typeof contract.readSettlement>

interface Data {
  settlement: Settlement
  task: BackgroundTask | undefined
}

const Hash = ({ label, value }: { label: string; value: string }) => {
  const { t } = useScoringWords()
  return (
    <div className={styles.hash}>
      <dt>{label}</dt>
      <dd>
        <code>{value}</code>
        <CopyButton text={() => value} label={t('copy')} copied={t('copied')} name={label} />
      </dd>
    </div>
  )
}

/** What proves the result: the same input gives the same rows, and each has a hash. */
const Proof = ({ round, settlement }: { round: Round; settlement: Settlement }) => {
  const { t, intl } = useScoringWords()
  const { settledAt, inputHash, rowsHash } = settlement
  return (
    <>
      {settledAt && (
        <p style={{ margin: 0 }}>
          {t('settledAt', { moment: intl.formatMoment(settledAt, 'moment', round.timeZone) })}
        </p>
      )}
      <details className={styles.proof}>
        <summary>{t('hashes')}</summary>
        <p>{t('hashes.about')}</p>
        <dl>
          {inputHash && <Hash label={t('inputHash')} value={inputHash} />}
          {rowsHash && <Hash label={t('rowsHash')} value={rowsHash} />}
          {round.rulesHash && <Hash label={t('rulesHash')} value={round.rulesHash} />}
        </dl>
      </details>
    </>
  )
}

const useColumns = (round: Round, onShow: (work: ShownWork) => void): TableColumnType<SettledRow>[] => {
  const { t, intl, points } = useScoringWords()
  const { criteria, goesOn: rule } = round.source.rules
  const isScored = round.kind === 'scored'
  const rank: TableColumnType<SettledRow> = {
    key: 'rank',
    title: t('rank'),
    align: 'right',
    render: (_, row) => row.rank ?? '–',
  }
  const score: TableColumnType<SettledRow> = {
    key: 'score',
    title: t('score'),
    align: 'right',
    render: (_, row) => <strong>{points(row.score, 2)}</strong>,
  }
  const onward: TableColumnType<SettledRow> = {
    key: 'goesOn',
    title: t('goesOn'),
    render: (_, { goesOn }) => goesOn && <StateTag tone="good">{t('goesOn.yes')}</StateTag>,
  }
  return [
    ...(isScored ? [rank] : []),
    {
      key: 'work',
      title: t('work'),
      width: 220,
      render: (_, { code, number, title }) => (
        <>
          {title}
          <small style={{ display: 'block', color: 'var(--ink-2)' }}>
            <code>{code}</code>
            {` · ${number}`}
          </small>
        </>
      ),
    },
    { key: 'team', title: t('team'), render: (_, { team }) => team },
    ...(isScored ? [score] : []),
    ...(rule.kind === 'none' ? [] : [onward]),
    {
      key: 'sheets',
      title: t('sheets'),
      align: 'right',
      render: (_, { entry, code, title, sheets, dropped }) => (
        <>
          <Button
            type="link"
            size="small"
            aria-haspopup="dialog"
            aria-label={`${sheets} · ${t('sheetsFor', { code })}`}
            onClick={() => onShow({ entry, code, title })}
          >
            {sheets}
          </Button>
          {dropped > 0 && (
            <small style={{ display: 'block', color: 'var(--ink-2)' }}>{t('dropped', { count: dropped })}</small>
          )}
        </>
      ),
    },
    ...criteria.map(({ id, label }): TableColumnType<SettledRow> => ({
      key: id,
      title: localize(label, intl.locale).text,
      align: 'right',
      render: (_, row) => points(row.criteria[id], 2),
    })),
  ]
}

const ResultTab = ({ client, round, data, pagesOf, onChanged }: RoundTabProps<Data>) => {
  const { settlement, task } = data
  const { t } = useScoringWords()
  const { busy } = useListAddress()
  const size = useTableSize()
  const [openWork, setOpenWork] = useState<ShownWork>()
  const columns = useColumns(round, setOpenWork)
  const isSettled = round.state === 'settled'
  return (
    <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
      {isSettled ? (
        <>
          <Proof round={round} settlement={settlement} />
          <UncalibratedNote names={settlement.uncalibrated} />
        </>
      ) : (
        <SettlePanel client={client} round={round} task={task} onChanged={onChanged} />
      )}
      <Space wrap>
        <Button href={exportAddress(round.id, 'xlsx')} download>
          {t('export', { format: 'XLSX' })}
        </Button>
        <Button href={exportAddress(round.id, 'csv')} download>
          {t('export', { format: 'CSV' })}
        </Button>
        <Link to={printAddress(round.id)}>{t('print')}</Link>
      </Space>
      {isSettled && (
        <Table<SettledRow>
          rowKey="entry"
          size={size}
          loading={busy}
          dataSource={settlement.list}
          columns={columns}
          pagination={pagesOf(settlement)}
          {...wideTable(settlement.list)}
          locale={{ emptyText: <Empty image={null} description={t('noSheets')} /> }}
        />
      )}
      {openWork && (
        <SheetsDrawer
          client={client}
          round={round}
          work={openWork}
          onChanged={onChanged}
          onClose={() => setOpenWork(undefined)}
        />
      )}
    </Space>
  )
}

const names = ['page', 'pageSize'] as const

export const resultTab = defineTab<Data>({
  key: 'result',
  label: 'office.scoring.result',
  load: async ({ round, query, client }) => {
    const quietly = { skipErrorHandler: true }
    const [settlement, tasks] = await Promise.all([
      client(
        readSettlement,
        { params: { id: round.id }, query: pickQuery<QueryInputOf<typeof contract.readSettlement>>(query, names) },
        quietly,
      ),
      client(listTasks, { query: { kind: 'settle', pageSize: '50' } }, quietly),
    ])
    return { settlement, task: tasks.list.find(({ link }) => link === roundAddress(round.id, 'result')) }
  },
  component: ResultTab,
  isShown: ({ rulesHash }) => rulesHash !== null,
})
