import { Select } from 'antd'
import type { ReactNode } from 'react'
import { accesses, accountStatuses } from '@lectern/contract/account-values.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { provinces, regionName } from '@lectern/contract/regions.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { useMemberWords } from '../member-words.ts'
import { ListSearch } from '../../office/components/list-search.tsx'

interface MemberFiltersProps {
  query: URLSearchParams
  change: (changes: Readonly<Record<string, string | undefined>>) => void
  /** At the end of the line. */
  children: ReactNode
}

/** Who is listed; every choice is in the address at once, the search when it is sent. */
export const MemberFilters = ({ query, change, children }: MemberFiltersProps) => {
  const { locale } = useIntl()
  const { say, column, access, status } = useMemberWords()
  const filter = (
    name: 'access' | 'status' | 'province',
    options: { value: string; label: string }[],
    width: number,
  ) => (
    <Select
      allowClear
      showSearch={name === 'province' && { optionFilterProp: 'label' }}
      aria-label={column(name)}
      placeholder={column(name)}
      value={query.get(name)}
      options={options}
      onChange={(value: string | undefined) => change({ [name]: value })}
      popupMatchSelectWidth={false}
      style={{ width }}
    />
  )
  return (
    <div role="search" style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
      <ListSearch query={query} change={change} label={say('search')} hint={say('searchHint')} />
      {filter(
        'access',
        accesses.map((value) => ({ value, label: access(value) })),
        130,
      )}
      {filter(
        'status',
        accountStatuses.map((value) => ({ value, label: status(value) })),
        120,
      )}
      {filter(
        'province',
        provinces.map(({ code }) => ({ value: code, label: regionName(code, locale as Locale)! })),
        170,
      )}
      <div style={{ marginInlineStart: 'auto' }}>{children}</div>
    </div>
  )
}
