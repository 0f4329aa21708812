import { Button } from 'antd'
import type { ReactNode } from 'react'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { useListAddress } from '../list-address.ts'
import { DensitySwitch } from './density-switch.tsx'
import { ViewMenu } from './view-menu.tsx'
import styles from './filter-bar.module.css'

/** These say how a list is shown, not what of it. */
const looks = ['page', 'pageSize', 'sort', 'columns', 'view', 'edition', 'team']

interface FilterBarProps {
  /** Names the list that the saved views are of. */
  list: string
  /** Search and filters; each writes itself into the address. */
  children: ReactNode
  /** Parameters of the address that choose the list itself, and are no filters of it. */
  kept?: readonly string[]
  /** Beside saved views and density, such as the choice of columns. */
  tools?: ReactNode
}

/** Above every list: what it is narrowed to, and how it is shown. All of it is in the address. */
export const FilterBar = ({ list, kept, children, tools }: FilterBarProps) => {
  const { query, change } = useListAddress()
  const narrowed = [...query.keys()].filter((name) => !looks.includes(name) && !kept?.includes(name))
  return (
    <div className={styles.bar} role="search">
      {children}
      {narrowed.length > 0 && (
        <Button type="link" onClick={() => change(Object.fromEntries(narrowed.map((name) => [name, undefined])))}>
          <FormattedMessage id="office.list.clear" />
        </Button>
      )}
      <div className={styles.tools}>
        <ViewMenu list={list} />
        {tools}
        <DensitySwitch />
      </div>
    </div>
  )
}
