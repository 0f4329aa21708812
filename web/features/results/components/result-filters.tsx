import type { PublicResult } from '@lectern/contract/results/public-results.ts'
import type { ReactNode } from 'react'
import { maxSearchLength } from '@lectern/contract/search/search-limits.ts'
import { Link, QueryForm } from '../../../router/link.tsx'
import { Choices } from '../../../ui/choices.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { filteredPath, isFiltered, type ResultAddress } from '../result-address.ts'
import styles from './result-filters.module.css'

interface ResultFiltersProps {
  path: string
  address: ResultAddress
  list: Pick<PublicResult, 'prizes' | 'groups' | 'provinces' | 'columns'>
}

const Labelled = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <label className={`stack gap-4 muted small ${styles.field}`}>
    <span>{label}</span>
    {children}
  </label>
)

interface OptionsProps {
  name: string
  chosen: string | undefined
  /** The first option: no choice. */
  all: string
  options: readonly { id: string; label: string }[]
}

const Options = ({ name, chosen, all, options }: OptionsProps) => (
  // The key resets the control when another address is opened.
  <select key={chosen} name={name} defaultValue={chosen ?? ''}>
    <option value="">{all}</option>
    {options.map(({ id, label }) => (
      <option key={id} value={id}>
        {label}
      </option>
    ))}
  </select>
)

/** Filters of a result list, in its address; with and without JavaScript. */
export const ResultFilters = ({ path, address, list }: ResultFiltersProps) => {
  const intl = useIntl()
  const { prizes, groups, provinces, columns } = list
  const { page: _, ...filters } = address
  return (
    <div className="print-hidden">
      {prizes.length > 1 && (
        <Choices
          label={intl.formatMessage({ id: 'result.prizes' })}
          current={filteredPath(path, filters)}
          choices={[
            {
              to: filteredPath(path, { ...filters, prize: undefined }),
              label: <FormattedMessage id="result.prizes.all" />,
            },
            ...prizes.map(({ id, label }) => ({ to: filteredPath(path, { ...filters, prize: id }), label })),
          ]}
        />
      )}
      <QueryForm
        className={`row ${styles.form}`}
        role="search"
        to={path}
        aria-label={intl.formatMessage({ id: 'result.filter' })}
      >
        {address.prize && <input type="hidden" name="prize" value={address.prize} />}
        <Labelled label={<FormattedMessage id="result.filter.words" />}>
          <input
            key={address.search}
            type="search"
            name="search"
            defaultValue={address.search}
            maxLength={maxSearchLength}
            placeholder={intl.formatMessage({ id: 'result.search' })}
          />
        </Labelled>
        {groups.length > 0 && (
          <Labelled label={<FormattedMessage id="result.filter.group" />}>
            <Options
              name="group"
              chosen={address.group}
              all={intl.formatMessage({ id: 'result.filter.allGroups' })}
              options={groups}
            />
          </Labelled>
        )}
        {provinces.length > 0 && (
          <Labelled label={<FormattedMessage id="result.filter.province" />}>
            <Options
              name="province"
              chosen={address.province}
              all={intl.formatMessage({ id: 'result.filter.allProvinces' })}
              options={provinces}
            />
          </Labelled>
        )}
        {columns.includes('school') && (
          <Labelled label={<FormattedMessage id="result.filter.school" />}>
            <input
              key={address.school}
              type="search"
              name="school"
              defaultValue={address.school}
              maxLength={maxSearchLength}
            />
          </Labelled>
        )}
        <div className={`cluster ${styles.actions}`}>
          <button type="submit" className="button quiet">
            <FormattedMessage id="result.filter.apply" />
          </button>
          {isFiltered(address) && (
            <Link to={path} keepScroll>
              <FormattedMessage id="result.filter.clear" />
            </Link>
          )}
        </div>
      </QueryForm>
    </div>
  )
}
