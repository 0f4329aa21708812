import { listResultActivities } from '@lectern/contract/results/results.ts'
import { Select, Space } from 'antd'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { StageLines } from '../../features/dashboard/components/contest-lines.tsx'
import { FilterBar } from '../../features/admin-ui/components/filter-bar.tsx'
import { pickQuery, useListAddress } from '../../features/admin-ui/list-address.ts'
import { ActivityTable } from '../../features/results/office/components/activity-table.tsx'
import { useResultWords } from '../../features/results/office/result-words.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData } from '../../router/router-context.tsx'

export const loader = ({ query, client }: LoaderInput) =>
  client(listResultActivities, { query: pickQuery(query, ['edition']) }, { skipErrorHandler: true })

/** The activities of an edition, with the state of their results. */
export default function Results() {
  const client = useClient()
  const { t, intl } = useResultWords()
  const { list, editions, edition, timeZone } = useData<typeof loader>()
  const { busy, change } = useListAddress()
  return (
    <OfficeFrame title={intl.formatMessage({ id: 'menu.resultsOffice' })}>
      <StageLines client={client} edition={edition ?? undefined} />
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        {editions.length > 1 && (
          <FilterBar list="result">
            <Select
              aria-label={t('edition')}
              value={edition}
              options={editions.map(({ id, year, name }) => ({ value: id, label: `${year} ${name}` }))}
              onChange={(id: string) => change({ edition: id })}
              popupMatchSelectWidth={false}
              style={{ width: 220, maxWidth: '100%' }}
            />
          </FilterBar>
        )}
        <ActivityTable activities={list} timeZone={timeZone} busy={busy} />
      </Space>
    </OfficeFrame>
  )
}
