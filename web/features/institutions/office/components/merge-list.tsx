import { App, Table } from 'antd'
import { undoMerge, type InstitutionMerge } from '@lectern/contract/institutions/institutions.ts'
import type { Client } from '../../../../request/client.ts'
import { Moment, useZoned } from '../../../../ui/moment.tsx'
import { useActionsColumn } from '../../../admin-ui/actions-column.tsx'
import { useTableSize } from '../../../admin-ui/density.ts'
import { wideTable } from '../../../admin-ui/wide-table.ts'
import { useInstitutionWords } from '../institution-words.ts'

interface MergeListProps {
  client: Client
  merges: readonly InstitutionMerge[]
  onChanged: () => void
}

/** Merges of the last day, which can be undone. */
export const MergeList = ({ client, merges, onChanged }: MergeListProps) => {
  const { message } = App.useApp()
  const { t, named } = useInstitutionWords()
  const size = useTableSize()
  const zoned = useZoned()
  const actionsColumn = useActionsColumn()
  const undo = async ({ id }: InstitutionMerge): Promise<void> => {
    try {
      await client(undoMerge, { params: { id } })
      void message.success(t('undone'))
    } catch {
      // The request has shown the reason.
    }
    onChanged()
  }
  return (
    <Table<InstitutionMerge>
      rowKey="id"
      size={size}
      dataSource={merges}
      pagination={false}
      {...wideTable(merges)}
      locale={{ emptyText: t('noMerges') }}
      columns={[
        { key: 'from', title: t('mergedFrom'), render: (_, { from }) => named(from) },
        { key: 'into', title: t('mergeInto'), render: (_, { into }) => named(into) },
        { key: 'at', title: zoned(t('mergedAt')), render: (_, { mergedAt }) => <Moment value={mergedAt} /> },
        { key: 'until', title: zoned(t('undoUntil')), render: (_, { until }) => <Moment value={until} /> },
        actionsColumn<InstitutionMerge>(
          ({ from }) => named(from),
          (merge) => [{ key: 'undo', label: t('undo'), onClick: () => void undo(merge) }],
        ),
      ]}
    />
  )
}
