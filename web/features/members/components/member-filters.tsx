import type { ReactNode } from 'react'
import { accesses, accountStatuses } from '@lectern/contract/accounts/account-values.ts'
import { provinces, regionName } from '@lectern/contract/regions.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { useMemberWords } from '../member-words.ts'
import { FilterBar } from '../../admin-ui/components/filter-bar.tsx'
import { ListFilter } from '../../admin-ui/components/list-filter.tsx'
import { ListSearch } from '../../admin-ui/components/list-search.tsx'

interface MemberFiltersProps {
  query: URLSearchParams
  change: (changes: Readonly<Record<string, string | undefined>>) => void
  /** Shown at the end of the row. */
  children: ReactNode
}

/** Filters are written to the address at once, the search on submit. */
export const MemberFilters = ({ query, change, children }: MemberFiltersProps) => {
  const { locale } = useIntl()
  const { t, column, access, status } = useMemberWords()
  const list = { query, change }
  return (
    <FilterBar list="member" tools={children}>
      <ListSearch {...list} label={t('search')} hint={t('searchHint')} />
      <ListFilter
        {...list}
        name="access"
        label={column('access')}
        options={accesses.map((value) => ({ value, label: access(value) }))}
        width={130}
      />
      <ListFilter
        {...list}
        name="status"
        label={column('status')}
        options={accountStatuses.map((value) => ({ value, label: status(value) }))}
        width={120}
      />
      <ListFilter
        {...list}
        name="province"
        label={column('province')}
        options={provinces.map(({ code }) => ({ value: code, label: regionName(code, locale)! }))}
        width={170}
        searchable
      />
    </FilterBar>
  )
}
