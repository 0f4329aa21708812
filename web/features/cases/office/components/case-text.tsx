import { Typography } from 'antd'
import type { ReactNode } from 'react'

/** A text as somebody wrote it. */
export const CaseText = ({ children }: { children: ReactNode }) => (
  <Typography.Paragraph style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', maxWidth: '44rem' }}>
    {children}
  </Typography.Paragraph>
)
