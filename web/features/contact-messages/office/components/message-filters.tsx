import type { MessageId } from '@lectern/messages/message-id.ts'
import { messageStates } from '@lectern/contract/contact-messages/message-values.ts'
import { useIntl } from '../../../../ui/intl.tsx'
import { DayRange } from '../../../admin-ui/components/day-range.tsx'
import { FilterBar } from '../../../admin-ui/components/filter-bar.tsx'
import { ListFilter } from '../../../admin-ui/components/list-filter.tsx'
import { ListSearch } from '../../../admin-ui/components/list-search.tsx'

interface MessageFiltersProps {
  query: URLSearchParams
  change: (changes: Readonly<Record<string, string | undefined>>) => void
}

/** Filters are written to the address at once, the search on submit. */
export const MessageFilters = ({ query, change }: MessageFiltersProps) => {
  const intl = useIntl()
  const list = { query, change }
  const text = (id: MessageId): string => intl.formatMessage({ id })
  return (
    <FilterBar list="message">
      <ListSearch {...list} label={text('office.messages.search')} hint={text('office.messages.searchHint')} />
      <ListFilter
        {...list}
        name="state"
        label={text('office.messages.state')}
        options={messageStates.map((value) => ({ value, label: text(`office.messages.state.${value}`) }))}
        width={130}
      />
      <DayRange {...list} />
    </FilterBar>
  )
}
