import { Select } from 'antd'
import type { ReactNode } from 'react'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { listEnrolmentChoices } from '@lectern/contract/enrolments/enrolment-office.ts'
import { provinces, regionName } from '@lectern/contract/regions.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { useStageWords } from '../stage-words.ts'
import { DayField } from './day-field.tsx'
import { FilterBar } from './filter-bar.tsx'
import { ListFilter } from './list-filter.tsx'
import { ListSearch } from './list-search.tsx'

type FilterText = 'search' | 'searchHint' | `column.${'activity' | 'state' | 'province'}`

interface StageFiltersProps {
  query: URLSearchParams
  change: (changes: Readonly<Record<string, string | undefined>>) => void
  /** Name of the list, for its saved views. */
  list: string
  choices: AnswerOf<typeof listEnrolmentChoices>
  t: (key: FilterText) => string
  states: readonly { value: string; label: string }[]
  /** Filters that only this stage has, after the states. */
  more?: ReactNode
  /** Shown at the end of the row. */
  children?: ReactNode
}

const maxSchoolLength = 100

const rareNames = ['edition', 'province', 'school', 'from', 'until']

/** Filters of what teams submit. They are written to the address at once, typed text on submit. */
export const StageFilters = (props: StageFiltersProps) => {
  const { list: name, query, change, choices, t, states, more, children } = props
  const { locale } = useIntl()
  const { stage } = useStageWords()
  const list = { query, change }
  const rare = (
    <>
      {choices.editions.length > 1 && (
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          aria-label={stage('edition')}
          placeholder={stage('edition')}
          value={choices.edition}
          options={choices.editions.map(({ id, year, name: title }) => ({ value: id, label: `${year} ${title}` }))}
          // Another edition has other activities.
          onChange={(edition: string) => change({ edition, activity: undefined })}
          popupMatchSelectWidth={false}
          style={{ width: 180, maxWidth: '100%' }}
        />
      )}
      <ListFilter
        {...list}
        name="province"
        label={t('column.province')}
        options={provinces.map(({ code }) => ({ value: code, label: regionName(code, locale)! }))}
        width={150}
        searchable
      />
      <ListSearch
        {...list}
        name="school"
        label={stage('school')}
        hint={stage('schoolHint')}
        longest={maxSchoolLength}
        width={220}
      />
      {/* Both days stay on one line if there is room. */}
      <span className="row gap-8">
        {(['from', 'until'] as const).map((end) => (
          <span key={end}>
            <span aria-hidden="true">{stage(end)} </span>
            <DayField label={stage(end)} value={query.get(end) ?? ''} onChange={(day) => change({ [end]: day })} />
          </span>
        ))}
      </span>
    </>
  )
  return (
    <FilterBar list={name} tools={children} rare={{ names: rareNames, filters: rare }}>
      <ListSearch {...list} label={t('search')} hint={t('searchHint')} width={260} />
      <ListFilter
        {...list}
        name="activity"
        label={t('column.activity')}
        options={choices.activities.map(({ id, code, name: title }) => ({ value: id, label: `${code} ${title}` }))}
        width={180}
        searchable
      />
      <Select
        mode="multiple"
        allowClear
        maxTagCount={1}
        aria-label={t('column.state')}
        placeholder={t('column.state')}
        value={query.get('state')?.split(',') ?? []}
        options={[...states]}
        onChange={(chosen: string[]) => change({ state: chosen.join(',') })}
        popupMatchSelectWidth={false}
        style={{ width: 200, maxWidth: '100%' }}
      />
      {more}
    </FilterBar>
  )
}
