import type { ReactNode } from 'react'
import styles from './state-tag.module.css'

/**
 * What a state means, whatever it is called: nothing to do (`quiet`), on its way (`active`), somebody must act (`waiting`), done well
 * (`good`), failed or refused (`bad`).
 */
export type Tone = 'quiet' | 'active' | 'waiting' | 'good' | 'bad'

interface StateTagProps {
  tone: Tone
  /** Shown as a tooltip. */
  title?: string
  children: ReactNode
}

/** Every state in the office looks like this. The dot tells the tone apart from the words, the words tell it without colour. */
export const StateTag = ({ tone, title, children }: StateTagProps) => (
  <span className={styles.tag} data-tone={tone} title={title}>
    {children}
  </span>
)
