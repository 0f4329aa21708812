import { Alert, Button, Empty, Space, Table, type TableColumnType } from 'antd'
import { useState } from 'react'
import { readIntegrity, type Integrity } from '@lectern/contract/review/review-board.ts'
import type { Round } from '@lectern/contract/rounds/rounds.ts'
import { writeDuration } from '../../../../ui/duration.ts'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'
import { useTableSize } from '../../../admin-ui/density.ts'
import { wideTable } from '../../../admin-ui/wide-table.ts'
import { defineTab, type RoundTabProps } from '../../../rounds/office/round-tab.ts'
import { byNumber, largestOf, shiftOf } from '../ranks.ts'
import { useScoringWords } from '../scoring-words.ts'
import { ControlNote } from './control-note.tsx'
import { SheetsDrawer, type ShownWork } from './sheets-drawer.tsx'
import board from './board.module.css'
import styles from './integrity.module.css'
import { UncalibratedNote } from './uncalibrated-note.tsx'

type ExpertRow = Integrity['experts'][number]
type WorkRow = Integrity['works'][number]

const pagination = { defaultPageSize: 20, hideOnSinglePage: true, showSizeChanger: true }

/** How far above or below the others: to the right or left of the middle. */
const SeverityBar = ({ value, largest }: { value: number; largest: number }) => {
  const width = (Math.abs(value) / largest) * 50
  return (
    <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect x={value < 0 ? 50 - width : 50} y="1" width={width} height="8" className={styles.bar} />
      <line x1="50" x2="50" y1="0" y2="10" className={styles.middle} />
    </svg>
  )
}

const explained = ['mean', 'spread', 'severity', 'seconds', 'run', 'decides', 'range', 'ranks', 'fragile'] as const

const Explanation = ({ round }: { round: Round }) => {
  const { t } = useScoringWords()
  const hasBorder = round.source.rules.goesOn.kind !== 'none'
  return (
    <div className={styles.about}>
      <p style={{ margin: 0 }}>{t('integrity.about')}</p>
      <details>
        <summary>{t('integrity.figures')}</summary>
        <dl>
          {explained
            .filter((name) => hasBorder || name !== 'decides')
            .map((name) => (
              <div key={name} style={{ display: 'contents' }}>
                <dt>{t(`integrity.${name}`)}</dt>
                <dd>{t(`integrity.${name}.about`)}</dd>
              </div>
            ))}
        </dl>
      </details>
    </div>
  )
}

const useExpertColumns = (round: Round, experts: readonly ExpertRow[]): TableColumnType<ExpertRow>[] => {
  const { t, points } = useScoringWords()
  const largest = largestOf(experts.map(({ severity }) => severity))
  const decides: TableColumnType<ExpertRow> = {
    key: 'decides',
    title: t('integrity.decides'),
    align: 'right',
    sorter: byNumber((row) => row.decides),
    render: (_, row) => (row.decides > 0 ? t('worksOf', { count: row.decides }) : '–'),
  }
  return [
    { key: 'name', title: t('expert'), width: 150, render: (_, { name }) => name },
    { key: 'sheets', title: t('sheets'), align: 'right', sorter: byNumber((row) => row.sheets), dataIndex: 'sheets' },
    {
      key: 'mean',
      title: t('integrity.mean'),
      align: 'right',
      sorter: byNumber((row) => row.mean),
      render: (_, { mean }) => points(mean, 2),
    },
    {
      key: 'spread',
      title: t('integrity.spread'),
      align: 'right',
      sorter: byNumber((row) => row.spread),
      render: (_, { spread }) => points(spread, 2),
    },
    {
      key: 'severity',
      title: t('integrity.severity'),
      align: 'right',
      sorter: byNumber((row) => row.severity),
      render: (_, { severity }) =>
        severity === null ? (
          '–'
        ) : (
          <span className={styles.severity}>
            <SeverityBar value={severity} largest={largest} />
            <span>{`${severity > 0 ? '+' : ''}${points(severity, 2)}`}</span>
          </span>
        ),
    },
    {
      key: 'seconds',
      title: t('integrity.seconds'),
      align: 'right',
      sorter: byNumber((row) => row.seconds),
      render: (_, { seconds }) => (seconds === null ? '–' : writeDuration(seconds)),
    },
    {
      key: 'run',
      title: t('integrity.run'),
      align: 'right',
      sorter: byNumber((row) => row.run),
      render: (_, { run }) => (run > 1 ? run : '–'),
    },
    ...(round.source.rules.goesOn.kind === 'none' ? [] : [decides]),
  ]
}

const Rank = ({ mean, rank }: { mean: number | null; rank: number | null }) => {
  const { t } = useScoringWords()
  const shift = shiftOf(mean, rank)
  if (rank === null) return '–'
  if (!shift) return <span className={styles.rank}>{rank}</span>
  const size = Math.abs(shift)
  return (
    <span className={styles.rank}>
      {rank}
      <span className={styles.shift} title={t(shift > 0 ? 'integrity.better' : 'integrity.worse', { count: size })}>
        <span aria-hidden="true">{`${shift > 0 ? '↑' : '↓'}${size}`}</span>
        <span className="visually-hidden">
          {t(shift > 0 ? 'integrity.better' : 'integrity.worse', { count: size })}
        </span>
      </span>
    </span>
  )
}

const useWorkColumns = (onShow: (work: ShownWork) => void): TableColumnType<WorkRow>[] => {
  const { t, points } = useScoringWords()
  const rank = (name: keyof WorkRow['ranks']): TableColumnType<WorkRow> => ({
    key: `rank ${name}`,
    title: t(`integrity.rank.${name}`),
    align: 'right',
    sorter: byNumber((row) => row.ranks[name]),
    render: (_, { ranks }) => <Rank mean={ranks.mean} rank={ranks[name]} />,
    ...(name === 'mean' && { defaultSortOrder: 'ascend' as const }),
  })
  return [
    {
      key: 'work',
      title: t('work'),
      width: 220,
      render: (_, { code, title }) => (
        <>
          <code>{code}</code> {title}
        </>
      ),
    },
    {
      key: 'sheets',
      title: t('sheets'),
      align: 'right',
      sorter: byNumber((row) => row.sheets),
      render: (_, { entry, code, title, sheets }) =>
        sheets > 0 ? (
          <Button
            type="link"
            size="small"
            aria-haspopup="dialog"
            aria-label={`${sheets} · ${t('sheetsFor', { code })}`}
            onClick={() => onShow({ entry, code, title })}
          >
            {sheets}
          </Button>
        ) : (
          0
        ),
    },
    {
      key: 'mean',
      title: t('integrity.mean'),
      align: 'right',
      sorter: byNumber((row) => row.mean),
      render: (_, { mean }) => points(mean, 2),
    },
    {
      key: 'range',
      title: t('integrity.range'),
      align: 'right',
      sorter: byNumber((row) => row.range),
      render: (_, { range }) => points(range, 2),
    },
    rank('mean'),
    rank('trimmed'),
    rank('calibrated'),
    {
      key: 'fragile',
      title: t('integrity.marks'),
      sorter: byNumber((row) => Number(row.isFragile)),
      render: (_, { isFragile }) => isFragile && <StateTag tone="waiting">{t('integrity.fragile')}</StateTag>,
    },
  ]
}

const IntegrityTab = ({ client, round, data, onChanged }: RoundTabProps<Integrity>) => {
  const { experts, works, calibrationRefusal, uncalibrated, controlled } = data
  const { t } = useScoringWords()
  const size = useTableSize()
  const [openWork, setOpenWork] = useState<ShownWork>()
  const expertColumns = useExpertColumns(round, experts)
  const workColumns = useWorkColumns(setOpenWork)
  const locale = { emptyText: <Empty image={null} description={t('noSheets')} /> }
  return (
    <Space orientation="vertical" size="large" style={{ width: '100%' }}>
      <Explanation round={round} />
      {calibrationRefusal && (
        <Alert type="info" showIcon title={t('integrity.notCalibrated')} description={calibrationRefusal} />
      )}
      <UncalibratedNote names={uncalibrated} />
      <ControlNote changes={controlled} />
      <section className={board.section} aria-label={t('experts')}>
        <h2>{t('experts')}</h2>
        <Table<ExpertRow>
          rowKey="id"
          size={size}
          dataSource={experts}
          columns={expertColumns}
          pagination={pagination}
          {...wideTable(experts)}
          locale={locale}
        />
      </section>
      <section className={board.section} aria-label={t('works')}>
        <h2>{t('works')}</h2>
        <Table<WorkRow>
          rowKey="entry"
          size={size}
          dataSource={works}
          columns={workColumns}
          pagination={pagination}
          {...wideTable(works)}
          locale={locale}
        />
      </section>
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

export const integrityTab = defineTab<Integrity>({
  key: 'integrity',
  label: 'office.scoring.integrity',
  load: ({ round, client }) => client(readIntegrity, { params: { id: round.id } }, { skipErrorHandler: true }),
  component: IntegrityTab,
  isShown: ({ rulesHash, kind }) => rulesHash !== null && kind === 'scored',
})
