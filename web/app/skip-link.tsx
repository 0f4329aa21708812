import { FormattedMessage } from '../ui/intl.tsx'
import styles from './skip-link.module.css'

/** The first stop of the keyboard on every page: past menu and bar to what the page is about. */
export const SkipLink = () => (
  <a className={styles.skip} href="#main">
    <FormattedMessage id="shell.skip" />
  </a>
)
