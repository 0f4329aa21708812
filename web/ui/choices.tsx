import type { ReactNode } from 'react'
import { Link } from '../router/link.tsx'
import styles from './choices.module.css'

interface ChoicesProps {
  /** Accessible name of the list. */
  label: string
  /** The `to` of the current choice. */
  current: string
  choices: readonly { to: string; label: ReactNode }[]
}

/** Filters of a list as links. */
export const Choices = ({ label, current, choices }: ChoicesProps) => (
  <nav aria-label={label}>
    <ul className={`row gap-8 ${styles.choices}`}>
      {choices.map((choice) => (
        <li key={choice.to}>
          <Link to={choice.to} aria-current={choice.to === current ? 'page' : undefined} keepScroll>
            {choice.label}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
