import { App, Button, Checkbox, Empty, Progress, Space, Table, type TableColumnType } from 'antd'
import type { ExpertProgress as Expert } from '@lectern/contract/review/review-board.ts'
import type { Round } from '@lectern/contract/rounds/rounds.ts'
import type { Client } from '../../../../request/client.ts'
import { useActionsColumn } from '../../../admin-ui/actions-column.tsx'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'
import { useTableSize } from '../../../admin-ui/density.ts'
import { useListAddress } from '../../../admin-ui/list-address.ts'
import { wideTable } from '../../../admin-ui/wide-table.ts'
import { ReviewerState } from '../../../rounds/office/components/reviewer-state.tsx'
import { useScoringWords } from '../scoring-words.ts'
import { useReminding } from '../use-reminding.tsx'
import styles from './board.module.css'

interface ExpertProgressProps {
  client: Client
  round: Round
  experts: readonly Expert[]
  onChanged: () => void
}

const useColumns = (round: Round, hasPanels: boolean): TableColumnType<Expert>[] => {
  const { t, intl } = useScoringWords()
  const panel: TableColumnType<Expert> = { key: 'panel', title: t('panel'), render: (_, row) => row.panel ?? '–' }
  return [
    { key: 'name', title: t('expert'), width: 160, render: (_, { name }) => name },
    ...(hasPanels ? [panel] : []),
    { key: 'state', title: t('state'), render: (_, { state }) => <ReviewerState state={state} /> },
    {
      key: 'pledge',
      title: t('pledge'),
      render: (_, { hasPledged, state }) =>
        state === 'accepted' || hasPledged ? (
          <StateTag tone={hasPledged ? 'good' : 'waiting'}>{t(hasPledged ? 'pledged' : 'notPledged')}</StateTag>
        ) : (
          '–'
        ),
    },
    {
      key: 'progress',
      title: t('progress'),
      width: 190,
      render: (_, { name, finished, works }) =>
        works > 0 ? (
          <Space size={8} style={{ whiteSpace: 'nowrap' }}>
            <Progress
              percent={Math.floor((finished / works) * 100)}
              showInfo={false}
              size="small"
              aria-label={t('progressOf', { name })}
              style={{ width: 100 }}
            />
            {`${finished} / ${works}`}
          </Space>
        ) : (
          '–'
        ),
    },
    {
      key: 'saved',
      title: t('lastSaved'),
      render: (_, { lastSavedAt }) => (
        <span style={{ whiteSpace: 'nowrap' }}>
          {lastSavedAt ? intl.formatMoment(lastSavedAt, 'dayAndTime', round.timeZone) : '–'}
        </span>
      ),
    },
    {
      key: 'reminded',
      title: t('remindedOn'),
      render: (_, { remindedOn }) => (
        <span style={{ whiteSpace: 'nowrap' }}>
          {remindedOn ? intl.formatMoment(remindedOn, 'axisDay', 'UTC') : '–'}
        </span>
      ),
    },
  ]
}

export const ExpertProgress = ({ client, round, experts, onChanged }: ExpertProgressProps) => {
  const { t } = useScoringWords()
  const { modal } = App.useApp()
  const { query, busy, change } = useListAddress()
  const size = useTableSize()
  const actionsColumn = useActionsColumn()
  const remind = useReminding({ client, round, onChanged })
  const columns = useColumns(
    round,
    experts.some(({ panel }) => panel !== null),
  )
  const behind = experts.filter(({ isBehind }) => isBehind)
  const isFiltered = query.get('behind') === 'true'
  const rows = isFiltered ? behind : experts
  const mayRemind = round.state !== 'closed' && round.state !== 'settled'
  return (
    <section className={styles.section} aria-label={t('experts')}>
      <div className={`cluster between ${styles.head}`}>
        <h2>{t('experts')}</h2>
        <Space wrap>
          <Checkbox
            checked={isFiltered}
            onChange={({ target }) => change({ behind: target.checked ? 'true' : undefined })}
          >
            {t('onlyBehind', { count: behind.length })}
          </Checkbox>
          {mayRemind && (
            <Button
              disabled={behind.length === 0}
              aria-haspopup="dialog"
              onClick={() =>
                modal.confirm({
                  title: t('remind.ask', { count: behind.length }),
                  content: t('remind.help'),
                  okText: t('remind'),
                  onOk: () => remind(),
                })
              }
            >
              {t('remind.all', { count: behind.length })}
            </Button>
          )}
        </Space>
      </div>
      <Table<Expert>
        rowKey="id"
        size={size}
        loading={busy}
        dataSource={[...rows]}
        pagination={{ defaultPageSize: 20, hideOnSinglePage: true }}
        {...wideTable(rows)}
        locale={{
          emptyText: <Empty image={null} description={t(isFiltered ? 'nobodyBehind' : 'noExperts')} />,
        }}
        columns={[
          ...columns,
          actionsColumn<Expert>(
            ({ name }) => name,
            (expert) =>
              mayRemind && expert.isBehind
                ? [{ key: 'remind', label: t('remind'), onClick: () => void remind([expert]) }]
                : [],
          ),
        ]}
      />
    </section>
  )
}
