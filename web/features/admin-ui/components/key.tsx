import styles from './key.module.css'

/** The key that does the same as the button it stands in; screen readers name the button alone. */
export const Key = ({ children }: { children: string }) => (
  <kbd className={styles.key} aria-hidden="true">
    {children.toUpperCase()}
  </kbd>
)
