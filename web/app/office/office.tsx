import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { Spinner } from '../../ui/spinner.tsx'
import { OfficeOutline } from './office-outline.tsx'

const loadShell = () => import('./office-shell.tsx')

// Not loaded for visitors.
const LoadedShell = lazy(async () => ({ default: (await loadShell()).OfficeShell }))

/** The office around one of its pages. `isKnown`: the organiser is signed in, and there is something to show. */
export const Office = ({ isKnown, children }: { isKnown: boolean; children: ReactNode }) => {
  useEffect(() => {
    // It arrives together with the first page; should it not, the page's boundary tells.
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
