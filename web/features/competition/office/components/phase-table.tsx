import { Table } from 'antd'
import type { ListedPhase, OfficePhase, Timeline } from '@lectern/contract/competition/phases.ts'
import { useIntl } from '../../../../ui/intl.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import { useTableSize } from '../../../admin-ui/density.ts'
import { useActionsColumn } from '../../../admin-ui/actions-column.tsx'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'
import { wideTable } from '../../../admin-ui/wide-table.ts'
import type { PhaseWords } from '../phase-words.ts'

interface PhaseTableProps {
  timeline: Timeline
  words: PhaseWords
  onEdit: (phase: OfficePhase) => void
  onDelete: (phase: OfficePhase) => void
}

const tones = { past: 'quiet', running: 'good', upcoming: 'active' } as const

/** The phases as a table with row actions. */
export const PhaseTable = ({ timeline: { list: phases, activities }, words, onEdit, onDelete }: PhaseTableProps) => {
  const intl = useIntl()
  const actions = useActionsColumn()
  const size = useTableSize()
  const { t, kindName, placeName, timeZone } = words
  const nameOf = ({ kind, activityId }: OfficePhase): string =>
    t('name', { kind: kindName(kind), place: placeName(activities, activityId) })
  return (
    <Table<ListedPhase>
      rowKey="id"
      size={size}
      dataSource={phases}
      pagination={false}
      {...wideTable(phases)}
      locale={{ emptyText: t('none') }}
      columns={[
        { title: t('kind'), width: 110, render: (_, phase) => kindName(phase.kind) },
        { title: t('place'), width: 160, render: (_, phase) => placeName(activities, phase.activityId) },
        {
          title: t('opensAt'),
          width: 182,
          render: (_, { opensAt }) => <Moment value={opensAt} timeZone={timeZone} />,
        },
        {
          title: t('closesAt'),
          width: 182,
          render: (_, { closesAt }) => <Moment value={closesAt} timeZone={timeZone} />,
        },
        {
          title: t('graceMinutes'),
          render: (_, { graceMinutes }) =>
            intl.formatNumber(graceMinutes, { style: 'unit', unit: 'minute', unitDisplay: 'short' }),
        },
        {
          title: t('standing'),
          render: (_, { standing }) => <StateTag tone={tones[standing]}>{t(`standing.${standing}`)}</StateTag>,
        },
        actions<ListedPhase>(nameOf, (phase) => [
          { key: 'edit', label: t('edit'), why: phase.whyNot, onClick: () => onEdit(phase) },
          { key: 'delete', label: t('delete'), danger: true, why: phase.whyNot, onClick: () => onDelete(phase) },
        ]),
      ]}
    />
  )
}
