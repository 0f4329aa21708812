import { FormattedMessage } from '../ui/intl.tsx'
import styles from './failure-screen.module.css'

/** Stands where the whole site should: the frame itself is broken, so this leans on nothing but the language. */
export const SiteFailure = () => (
  <main className={styles.screen}>
    <div role="alert">
      <h1>
        <FormattedMessage id="failure.other" />
      </h1>
    </div>
    <p className={styles.actions}>
      <a className="button" href="">
        <FormattedMessage id="shell.reload" />
      </a>
    </p>
  </main>
)
