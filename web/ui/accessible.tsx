import type { ReactNode } from 'react'

interface AccessibleProps {
  accessible: boolean
  fallback?: ReactNode
  children: ReactNode
}

/** Shows its content to those who may see it, and the fallback to others. */
export const Accessible = ({ accessible, fallback = null, children }: AccessibleProps) =>
  accessible ? children : fallback
