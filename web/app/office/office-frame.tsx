import type { ReactNode } from 'react'
import { WalkLinks } from '../../features/dashboard/components/walk-links.tsx'
import { isWalking } from '../../features/dashboard/first-steps-walk.ts'
import { useReader } from '../../features/admin-ui/reader.ts'
import { useRouterState } from '../../router/router-context.tsx'
import { FormattedMessage } from '../../ui/intl.tsx'
import { useClient } from '../client-context.tsx'
import { PageHead } from '../page-head.tsx'
import styles from './office-frame.module.css'

interface OfficeFrameProps {
  title: string
  /** Shown beside the title. */
  actions?: ReactNode
  children: ReactNode
}

/** The dashboard, which has the first steps. */
const home = '/Admin'

/** Head and content of every page of the office. The shell around it has menu, bar and theme. */
export const OfficeFrame = ({ title, actions, children }: OfficeFrameProps) => {
  const client = useClient()
  const { isAuditor } = useReader()
  const { pathname } = useRouterState().place
  return (
    <>
      <PageHead title={title} />
      {pathname !== home && isWalking() && (
        <p className={`print-hidden cluster ${styles.back}`}>
          <WalkLinks client={client} home={home} />
        </p>
      )}
      <header className={`cluster between ${styles.head}`}>
        <h1 tabIndex={-1}>{title}</h1>
        {actions}
      </header>
      {isAuditor && (
        <p className="muted">
          <FormattedMessage id="office.duties.reading" />
        </p>
      )}
      {children}
    </>
  )
}
