import { Alert, ConfigProvider } from 'antd'
import type { ReactNode } from 'react'

interface ForOthersProps {
  /** Why the reader, who takes part, may not do it; null: they may. */
  why: string | null | undefined
  children?: ReactNode
}

/** Steps that whoever takes part leaves to others: the reason before them, and their fields and buttons disabled. */
export const ForOthers = ({ why, children }: ForOthersProps) =>
  why ? (
    <>
      <Alert type="info" showIcon title={why} style={{ marginBottom: 16 }} />
      <ConfigProvider componentDisabled>{children}</ConfigProvider>
    </>
  ) : (
    children
  )
