import { Input, Select } from 'antd'
import type { ReactNode } from 'react'
import type { listEnrolmentChoices } from '@lectern/contract/enrolment-office.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import { enrolmentStates } from '@lectern/contract/enrolment-values.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { provinces, regionName } from '@lectern/contract/regions.ts'
import { longestSearch } from '@lectern/contract/search-limits.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { useEnrolmentWords } from '../enrolment-words.ts'
import { ListSearch } from '../../office/components/list-search.tsx'

interface EnrolmentFiltersProps {
  query: URLSearchParams
  choices: AnswerOf<typeof listEnrolmentChoices>
  change: (changes: Readonly<Record<string, string | undefined>>) => void
  /** At the end of the line. */
  children: ReactNode
}

const longestSchool = 100

/** Which enrolments are listed; every choice is in the address at once, what is typed when it is sent. */
export const EnrolmentFilters = ({ query, choices, change, children }: EnrolmentFiltersProps) => {
  const { locale } = useIntl()
  const { say, state: stateWord } = useEnrolmentWords()
  const text = (name: 'search' | 'school', most: number, width: number) => (
    <ListSearch
      query={query}
      change={change}
      name={name}
      label={say(name)}
      hint={say(`${name}Hint`)}
      longest={most}
      width={width}
    />
  )
  const chosen = (
    name: 'edition' | 'activity' | 'province',
    options: { value: string; label: string }[],
    width: number,
  ) => (
    <Select
      allowClear={name !== 'edition'}
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={say(`column.${name}`)}
      placeholder={say(`column.${name}`)}
      value={name === 'edition' ? choices.edition : query.get(name)}
      options={options}
      // The activities of another edition are others.
      onChange={(value: string | undefined) =>
        change({ [name]: value, ...(name === 'edition' && { activity: undefined }) })
      }
      popupMatchSelectWidth={false}
      style={{ width, maxWidth: '100%' }}
    />
  )
  return (
    <div role="search" style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' }}>
      {text('search', longestSearch, 300)}
      {choices.editions.length > 1 &&
        chosen(
          'edition',
          choices.editions.map(({ id, year, name }) => ({ value: id, label: `${year} ${name}` })),
          180,
        )}
      {chosen(
        'activity',
        choices.activities.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` })),
        200,
      )}
      <Select
        mode="multiple"
        allowClear
        maxTagCount={1}
        aria-label={say('column.state')}
        placeholder={say('column.state')}
        value={query.get('state')?.split(',') ?? []}
        options={enrolmentStates.map((value) => ({ value, label: stateWord(value) }))}
        onChange={(states: string[]) => change({ state: states.join(',') })}
        popupMatchSelectWidth={false}
        style={{ width: 200, maxWidth: '100%' }}
      />
      {chosen(
        'province',
        provinces.map(({ code }) => ({ value: code, label: regionName(code, locale as Locale)! })),
        150,
      )}
      {text('school', longestSchool, 220)}
      {(['from', 'until'] as const).map((name) => (
        <label key={name}>
          {say(name)}{' '}
          <Input
            type="date"
            style={{ width: 'auto' }}
            value={query.get(name) ?? ''}
            onChange={({ target }) => change({ [name]: target.value })}
          />
        </label>
      ))}
      <div style={{ marginInlineStart: 'auto' }}>{children}</div>
    </div>
  )
}
