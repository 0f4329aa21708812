import { useEffect, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { useSite } from '../site.tsx'
import styles from './banner.module.css'

const pollMilliseconds = 5 * 60_000

/** True once the server runs another build of the pages than this one. Asked now and then, and when the reader comes back. */
const useNewBuild = (build: string): boolean => {
  const [isNew, setNew] = useState(false)
  useEffect(() => {
    const ask = async (): Promise<void> => {
      if (document.visibilityState === 'hidden') return
      // A failure here is nobody's concern; the next turn asks again.
      const answer = await fetch('/version')
        .then((response) => (response.ok ? response.json() : undefined))
        .catch(() => undefined)
      const running = (answer as { data?: { build?: string } } | undefined)?.data?.build
      if (running && running !== build) setNew(true)
    }
    const timer = setInterval(() => void ask(), pollMilliseconds)
    const onReturn = (): void => void ask()
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [build])
  return isNew
}

export const NewBuildPrompt = () => {
  const isNew = useNewBuild(useSite().build)
  return (
    <div role="status" className={styles.place}>
      {isNew && (
        <p className={styles.prompt}>
          <FormattedMessage id="shell.newBuild" />
          <button type="button" className="button" onClick={() => location.reload()}>
            <FormattedMessage id="shell.refresh" />
          </button>
        </p>
      )}
    </div>
  )
}
