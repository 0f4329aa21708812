import { Select } from 'antd'
import type { ReactNode } from 'react'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { listEnrolmentChoices } from '@lectern/contract/enrolment-office.ts'
import { provinces, regionName } from '@lectern/contract/regions.ts'
import { workStates } from '@lectern/contract/work-values.ts'
import { useIntl } from '../../../../ui/intl.tsx'
import { DayField } from '../../../admin-ui/components/day-field.tsx'
import { FilterBar } from '../../../admin-ui/components/filter-bar.tsx'
import { ListFilter } from '../../../admin-ui/components/list-filter.tsx'
import { ListSearch } from '../../../admin-ui/components/list-search.tsx'
import { useWorkWords } from '../work-words.ts'

interface WorkFiltersProps {
  query: URLSearchParams
  choices: AnswerOf<typeof listEnrolmentChoices>
  change: (changes: Readonly<Record<string, string | undefined>>) => void
  /** At the end of the line. */
  children: ReactNode
}

const marks = ['blocking', 'warning', 'leak', 'missing', 'late', 'changed'] as const
const maxSchoolLength = 100

/** Which works are listed; filters are written to the address at once, typed text on submit. */
export const WorkFilters = ({ query, choices, change, children }: WorkFiltersProps) => {
  const { locale } = useIntl()
  const { t } = useWorkWords()
  const list = { query, change }
  return (
    <FilterBar list="work" tools={children}>
      <ListSearch {...list} label={t('search')} hint={t('searchHint')} width={300} />
      {choices.editions.length > 1 && (
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          aria-label={t('edition')}
          placeholder={t('edition')}
          value={choices.edition}
          options={choices.editions.map(({ id, year, name }) => ({ value: id, label: `${year} ${name}` }))}
          // The activities of another edition are others.
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
        options={workStates.map((value) => ({ value, label: t(`state.${value}`) }))}
        onChange={(states: string[]) => change({ state: states.join(',') })}
        popupMatchSelectWidth={false}
        style={{ width: 200, maxWidth: '100%' }}
      />
      <ListFilter
        {...list}
        name="mark"
        label={t('column.marks')}
        options={marks.map((value) => ({ value, label: t(`mark.${value}`) }))}
        width={160}
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
