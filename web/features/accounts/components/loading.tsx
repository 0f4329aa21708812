import { FormattedMessage } from '../../../ui/intl.tsx'
import type { LoadState } from '../use-load.ts'
import styles from './settings.module.css'

interface LoadingProps extends Pick<LoadState<unknown>, 'failed' | 'reload'> {
  /** Number of rows to reserve, to avoid layout shift. */
  rows?: 2
}

/** Shown while data is loading, or after it failed to load. */
export const Loading = ({ failed, reload, rows }: LoadingProps) =>
  failed ? (
    <div className={styles.loading}>
      <p>
        <FormattedMessage id="settings.loadFailed" />
      </p>
      <button type="button" className="button quiet" onClick={() => void reload()}>
        <FormattedMessage id="failure.retry" />
      </button>
    </div>
  ) : (
    <p className={styles.loading} role="status" data-rows={rows}>
      <FormattedMessage id="shell.loading" />
    </p>
  )
