import type { ReactNode } from 'react'
import styles from './state-tag.module.css'

/**
 * Meaning of a state: nothing to do (`quiet`), in progress (`active`), somebody must act (`waiting`), success (`good`),
 * failed or refused (`bad`).
 */
export type Tone = 'quiet' | 'active' | 'waiting' | 'good' | 'bad'

interface StateTagProps {
  tone: Tone
  /** Shown as a tooltip. */
  title?: string
  children: ReactNode
}

/** The tag of every state in the office. The dot shows the tone, and the text works without colour. */
export const StateTag = ({ tone, title, children }: StateTagProps) => (
  <span className={styles.tag} data-tone={tone} title={title}>
    {children}
  </span>
)
