import type { ReactNode } from 'react'
import { useSite } from '../site.tsx'
import { SkipLink } from '../skip-link.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { NewBuildPrompt } from './new-build-prompt.tsx'
import { SidePanel } from './side-panel.tsx'
import styles from './shell.module.css'

interface ShellProps {
  isPersonal: boolean
  /** The page is still loading. */
  isWaiting: boolean
  children: ReactNode
}

/** Header, menu, page and footer. The menu is in the header, at the side, or (mix) at the side below the header. */
export const Shell = ({ isPersonal, isWaiting, children }: ShellProps) => {
  const { layout, contentWidth, fixedHeader } = useSite().settings
  return (
    <div
      className={styles.shell}
      data-layout={layout}
      data-width={contentWidth}
      data-fixed-header={fixedHeader || undefined}
      data-waiting={isWaiting || undefined}
    >
      <SkipLink />
      <div className={styles.panel}>{layout !== 'top' && <SidePanel />}</div>
      <Header />
      <main id="main" tabIndex={-1} className={styles.main} data-personal={isPersonal || undefined}>
        {children}
      </main>
      <Footer />
      <NewBuildPrompt />
    </div>
  )
}
