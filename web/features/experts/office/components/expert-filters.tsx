import type { MessageId } from '@lectern/messages/message-id.ts'
import { expertFields, expertStates } from '@lectern/contract/experts/expert-values.ts'
import { useIntl } from '../../../../ui/intl.tsx'
import { FilterBar } from '../../../admin-ui/components/filter-bar.tsx'
import { ListFilter } from '../../../admin-ui/components/list-filter.tsx'
import { ListSearch } from '../../../admin-ui/components/list-search.tsx'

interface ExpertFiltersProps {
  query: URLSearchParams
  change: (changes: Readonly<Record<string, string | undefined>>) => void
}

/** Filters are written to the address at once, the search on submit. */
export const ExpertFilters = ({ query, change }: ExpertFiltersProps) => {
  const intl = useIntl()
  const t = (id: MessageId): string => intl.formatMessage({ id })
  const list = { query, change }
  return (
    <FilterBar list="expert">
      <ListSearch {...list} label={t('expert.search')} />
      <ListFilter
        {...list}
        name="state"
        label={t('office.experts.state')}
        options={expertStates.map((value) => ({ value, label: t(`office.experts.state.${value}`) }))}
        width={160}
      />
      <ListFilter
        {...list}
        name="field"
        label={t('expert.fields')}
        options={expertFields.map((value) => ({ value, label: t(`expert.field.${value}`) }))}
        width={160}
      />
    </FilterBar>
  )
}
