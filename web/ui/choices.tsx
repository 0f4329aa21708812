import type { ReactNode } from 'react'
import { Link } from '../router/link.tsx'
import styles from './choices.module.css'

interface ChoicesProps {
  /** What is chosen, for those who do not see it. */
  label: string
  /** The `to` of the choice that is shown. */
  current: string
  choices: readonly { to: string; label: ReactNode }[]
}

/** What a list can be narrowed to, each with an address of its own. */
export const Choices = ({ label, current, choices }: ChoicesProps) => (
  <nav aria-label={label}>
    <ul className={styles.choices}>
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
