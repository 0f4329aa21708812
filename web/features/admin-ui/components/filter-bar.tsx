import { Button } from 'antd'
import { Children, isValidElement, useId, useState, type ReactNode } from 'react'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { filtersIn, useListAddress } from '../list-address.ts'
import { DensitySwitch } from './density-switch.tsx'
import { ListSearch } from './list-search.tsx'
import { ViewMenu } from './view-menu.tsx'
import styles from './filter-bar.module.css'

interface FilterBarProps {
  /** Name of the list, for its saved views. */
  list: string
  /** Search and filters; each writes itself into the address. */
  children: ReactNode
  /** Filters that are seldom used, behind a button of their own; `names` are their parameters. */
  rare?: { names: readonly string[]; filters: ReactNode }
  /** Selects the list itself; always visible. */
  lead?: ReactNode
  /** Query parameters that select the list itself and are not filters. */
  keptNames?: readonly string[]
  /** Further tools, such as the column chooser. */
  tools?: ReactNode
}

/** The search of the whole list. A search with another name is a filter for one column. */
const isSearch = (child: ReactNode): boolean =>
  isValidElement<{ name?: string }>(child) && child.type === ListSearch && child.props.name === undefined

/**
 * Search, filters and tools above every list; all state is in the address. On a phone, everything except the search is
 * behind one button, which shows how many filters are set.
 */
export const FilterBar = ({ list, lead, keptNames, children, rare, tools }: FilterBarProps) => {
  const { query, change } = useListAddress()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const narrowed = filtersIn(query, keptNames)
  const rareCount = rare ? rare.names.filter((name) => query.get(name)).length : 0
  const [isRareOpen, setRareOpen] = useState(rareCount > 0)
  const active = narrowed.filter((name) => name !== 'search').length
  const parts = Children.toArray(children)
  return (
    <div className={`cluster gap-8 ${styles.bar}`} role="search">
      {lead}
      {parts.filter(isSearch)}
      <Button
        className={styles.toggle!}
        data-active={active > 0 || undefined}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <FormattedMessage id="office.list.filters" values={{ count: active }} />
      </Button>
      <div id={id} className={styles.more} data-open={isOpen || undefined}>
        {parts.filter((part) => !isSearch(part))}
        {rare && (
          <Button
            className={styles.rareToggle!}
            data-active={rareCount > 0 || undefined}
            aria-expanded={isRareOpen}
            aria-controls={`${id}-rare`}
            onClick={() => setRareOpen(!isRareOpen)}
          >
            <FormattedMessage id="office.list.moreFilters" values={{ count: rareCount }} />
          </Button>
        )}
        {narrowed.length > 0 && (
          <Button type="link" onClick={() => change(Object.fromEntries(narrowed.map((name) => [name, undefined])))}>
            <FormattedMessage id="office.list.clear" />
          </Button>
        )}
        <div className={`row gap-8 ${styles.tools}`}>
          <ViewMenu list={list} />
          {tools}
          <DensitySwitch />
        </div>
        {rare && (
          <div id={`${id}-rare`} className={`cluster gap-8 ${styles.rare}`} data-open={isRareOpen || undefined}>
            {rare.filters}
          </div>
        )}
      </div>
    </div>
  )
}
