import { Select } from 'antd'
import { expertFields, expertStates } from '@lectern/contract/expert-values.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { ListSearch } from '../../office/components/list-search.tsx'

interface ExpertFiltersProps {
  query: URLSearchParams
  change: (changes: Readonly<Record<string, string | undefined>>) => void
}

/** Who is listed; every choice is in the address at once, the search when it is sent. */
export const ExpertFilters = ({ query, change }: ExpertFiltersProps) => {
  const intl = useIntl()
  const say = (id: string): string => intl.formatMessage({ id })
  const filter = (name: 'state' | 'field', label: string, options: { value: string; label: string }[]) => (
    <Select
      allowClear
      aria-label={label}
      placeholder={label}
      value={query.get(name)}
      options={options}
      onChange={(value: string | undefined) => change({ [name]: value })}
      popupMatchSelectWidth={false}
      style={{ width: 160 }}
    />
  )
  return (
    <div role="search" style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
      <ListSearch query={query} change={change} label={say('expert.search')} />
      {filter(
        'state',
        say('office.experts.state'),
        expertStates.map((value) => ({ value, label: say(`office.experts.state.${value}`) })),
      )}
      {filter(
        'field',
        say('expert.fields'),
        expertFields.map((value) => ({ value, label: say(`expert.field.${value}`) })),
      )}
    </div>
  )
}
