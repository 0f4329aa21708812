import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from '../router/link.tsx'
import styles from './tabs.module.css'

interface TabsProps {
  /** What the tabs are of, for those who do not see them. */
  label: string
  /** The `to` of the tab that is shown. */
  current: string
  tabs: readonly { to: string; label: ReactNode }[]
}

/** Parts of one page, each with an address of its own: back leads to the one before, and a link to any of them. */
export const Tabs = ({ label, current, tabs }: TabsProps) => {
  const position = tabs.findIndex(({ to }) => to === current)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // Sideways only: the page itself stays where it is.
    const row = list.current!
    const tab = row.children[position]
    if (tab instanceof HTMLElement) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
  }, [position])
  return (
    <nav aria-label={label}>
      <ul ref={list} className={styles.tabs}>
        {tabs.map((tab, index) => (
          <li key={tab.to}>
            <Link to={tab.to} aria-current={index === position ? 'page' : undefined} keepScroll>
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
