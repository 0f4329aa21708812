import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { Spinner } from '../../ui/spinner.tsx'
import { OfficeOutline } from './office-outline.tsx'

const loadShell = () => import('./office-shell.tsx')

// Lazy, so that visitors do not load it.
const LoadedShell = lazy(async () => ({ default: (await loadShell()).OfficeShell }))

/** The shell of the office around a page. `isKnown`: the organiser is signed in. */
export const Office = ({ isKnown, children }: { isKnown: boolean; children: ReactNode }) => {
  useEffect(() => {
    // Preload with the first page; on failure, the page's error boundary shows the error.
    loadShell().catch(() => undefined)
  }, [])
  if (!isKnown) return <OfficeOutline>{children}</OfficeOutline>
  const waiting = (
    <OfficeOutline>
      <Spinner />
    </OfficeOutline>
  )
  return (
    <Suspense fallback={waiting}>
      <LoadedShell>{children}</LoadedShell>
    </Suspense>
  )
}
