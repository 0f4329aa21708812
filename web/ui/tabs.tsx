import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from '../router/link.tsx'
import styles from './tabs.module.css'

interface TabsProps {
  /** Accessible name of the tab list. */
  label: string
  /** The `to` of the current tab. */
  current: string
  tabs: readonly { to: string; label: ReactNode }[]
}

/** Tabs of a page, each with its own address, so that Back and links work. */
export const Tabs = ({ label, current, tabs }: TabsProps) => {
  const position = tabs.findIndex(({ to }) => to === current)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // Scroll horizontally only: the page must not move.
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
