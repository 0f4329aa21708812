import { Select } from 'antd'
import { findInOffice, type OfficeHit } from '@lectern/contract/office/office-shell.ts'
import type { Client } from '../../../request/client.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { useSearchResults } from '../../admin-ui/use-search-results.ts'

interface SearchFilterProps {
  client: Client
  label: string
  /** The selected value and its name. */
  value: string | undefined
  name: string
  /** Which hits can be selected. */
  isAllowed: (hit: OfficeHit) => boolean
  /** The value of a hit in the address. */
  valueOf: (hit: OfficeHit) => string
  onChoose: (value: string | undefined) => void
}

/** A filter for one entry, found by searching for its name. */
export const SearchFilter = ({ client, label, value, name, isAllowed, valueOf, onChoose }: SearchFilterProps) => {
  const intl = useIntl()
  const { results, search } = useSearchResults<OfficeHit>(async (q) => {
    const { list } = q === '' ? { list: [] } : await client(findInOffice, { query: { q } })
    return list.filter(isAllowed)
  })
  const options = results.map((hit) => ({
    value: valueOf(hit),
    label: hit.detail ? `${hit.title} · ${hit.detail}` : hit.title,
  }))
  const isListed = options.some((option) => option.value === value)
  return (
    <Select
      allowClear
      aria-label={label}
      placeholder={label}
      value={value ?? null}
      options={value && !isListed ? [{ value, label: name }, ...options] : options}
      notFoundContent={intl.formatMessage({ id: 'office.audit.nothingFound' })}
      showSearch={{ filterOption: false, onSearch: (text) => search(text) }}
      onChange={(next: string | null | undefined) => onChoose(next ?? undefined)}
      popupMatchSelectWidth={false}
      style={{ width: 260, maxWidth: '100%' }}
    />
  )
}
