import type { ReactNode } from 'react'

interface AccessibleProps {
  accessible: boolean
  fallback?: ReactNode
  children: ReactNode
}

/** Shows the content if the user has access, else the fallback. */
export const Accessible = ({ accessible, fallback = null, children }: AccessibleProps) =>
  accessible ? children : fallback
