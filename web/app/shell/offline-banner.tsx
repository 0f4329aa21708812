import { useRef, useSyncExternalStore } from 'react'
import { FormattedMessage } from '../../ui/intl.tsx'
import { useCoveredHeight } from '../../ui/use-covered-height.ts'
import styles from './banner.module.css'

const subscribe = (listener: () => void): (() => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )

/** Visible below the header at any scroll position. */
export const OfflineBanner = () => {
  const online = useOnline()
  const place = useRef<HTMLDivElement>(null)
  useCoveredHeight(place, '--banner')
  return (
    <div ref={place} role="status">
      {!online && (
        <p className={styles.banner} data-banner>
          <FormattedMessage id="shell.offline" />
        </p>
      )}
    </div>
  )
}
