import { Select } from 'antd'
import type { ReactNode } from 'react'
import type { listEnrolmentChoices } from '@lectern/contract/enrolment-office.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import { enrolmentStates } from '@lectern/contract/enrolment-values.ts'
import { provinces, regionName } from '@lectern/contract/regions.ts'
import { useIntl } from '../../../../ui/intl.tsx'
import { useEnrolmentWords } from '../enrolment-words.ts'
import { DayField } from '../../../admin-ui/components/day-field.tsx'
import { FilterBar } from '../../../admin-ui/components/filter-bar.tsx'
import { ListFilter } from '../../../admin-ui/components/list-filter.tsx'
import { ListSearch } from '../../../admin-ui/components/list-search.tsx'

interface EnrolmentFiltersProps {
  query: URLSearchParams
  choices: AnswerOf<typeof listEnrolmentChoices>
  change: (changes: Readonly<Record<string, string | undefined>>) => void
  /** Shown at the end of the row. */
  children: ReactNode
}

const maxSchoolLength = 100

/** Filters are written to the address at once, typed text on submit. */
export const EnrolmentFilters = ({ query, choices, change, children }: EnrolmentFiltersProps) => {
  const { locale } = useIntl()
  const { t, state: stateWord } = useEnrolmentWords()
  const list = { query, change }
  return (
    <FilterBar list="enrolment" tools={children}>
      <ListSearch {...list} label={t('search')} hint={t('searchHint')} width={300} />
      {choices.editions.length > 1 && (
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          aria-label={t('column.edition')}
          placeholder={t('column.edition')}
          value={choices.edition}
          options={choices.editions.map(({ id, year, name }) => ({ value: id, label: `${year} ${name}` }))}
          // Another edition has other activities.
          onChange={(edition: string) => change({ edition, activity: undefined })}
          popupMatchSelectWidth={false}
          style={{ width: 180, maxWidth: '100%' }}
        />
      )}
      <ListFilter
        {...list}
        name="activity"
        label={t('column.activity')}
        options={choices.activities.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))}
        width={200}
        searchable
      />
      <Select
        mode="multiple"
        allowClear
        maxTagCount={1}
        aria-label={t('column.state')}
        placeholder={t('column.state')}
        value={query.get('state')?.split(',') ?? []}
        options={enrolmentStates.map((value) => ({ value, label: stateWord(value) }))}
        onChange={(states: string[]) => change({ state: states.join(',') })}
        popupMatchSelectWidth={false}
        style={{ width: 200, maxWidth: '100%' }}
      />
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
        label={t('school')}
        hint={t('schoolHint')}
        longest={maxSchoolLength}
        width={220}
      />
      {(['from', 'until'] as const).map((name) => (
        <span key={name}>
          <span aria-hidden="true">{t(name)} </span>
          <DayField label={t(name)} value={query.get(name) ?? ''} onChange={(day) => change({ [name]: day })} />
        </span>
      ))}
    </FilterBar>
  )
}
