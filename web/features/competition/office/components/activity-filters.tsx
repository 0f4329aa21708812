import type { IdAfter } from '@lectern/messages/message-id.ts'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import { activityStates } from '@lectern/contract/competition/competition-values.ts'
import type { Edition } from '@lectern/contract/competition/editions.ts'
import { useIntl } from '../../../../ui/intl.tsx'
import { useEditionName } from '../edition-name.ts'
import { FilterBar } from '../../../admin-ui/components/filter-bar.tsx'
import { ListFilter } from '../../../admin-ui/components/list-filter.tsx'
import { ListSearch } from '../../../admin-ui/components/list-search.tsx'

interface ActivityFiltersProps {
  editions: readonly Edition[]
  edition: Edition
  query: URLSearchParams
  change: (changes: Readonly<Record<string, string | undefined>>) => void
  children: ReactNode
}

/** Filters are written to the address at once, the search on submit. */
export const ActivityFilters = ({ editions, edition, query, change, children }: ActivityFiltersProps) => {
  const intl = useIntl()
  const nameOf = useEditionName()
  const t = (key: IdAfter<'office.activities.'>): string => intl.formatMessage({ id: `office.activities.${key}` })
  return (
    <FilterBar list="activity" tools={children}>
      <Select
        aria-label={t('edition')}
        value={edition.id}
        options={editions.map((one) => ({ value: one.id, label: nameOf(one) }))}
        onChange={(value: string) => change({ edition: value })}
        popupMatchSelectWidth={false}
        style={{ minWidth: 240, maxWidth: '100%' }}
      />
      <ListSearch query={query} change={change} label={t('search')} width={280} />
      <ListFilter
        query={query}
        change={change}
        name="state"
        label={t('state')}
        options={activityStates.map((value) => ({
          value,
          label: intl.formatMessage({ id: `office.publishing.state.${value}` }),
        }))}
        width={160}
      />
    </FilterBar>
  )
}
