import { Button } from 'antd'
import type { ReactNode } from 'react'
import { go } from '../../../router/history.ts'
import { isPlainClick } from '../../../router/link.tsx'
import { withBase } from '../../../router/match.ts'
import { useRouter } from '../../../router/router-context.tsx'

interface LinkButtonProps {
  /** A path of this site, without the router base. */
  to: string
  label?: string
  isPrimary?: boolean
  children: ReactNode
}

/** A link that looks like a button. */
export const LinkButton = ({ to, label, isPrimary = false, children }: LinkButtonProps) => {
  const router = useRouter()
  return (
    <Button
      href={withBase(to, router.base)}
      aria-label={label}
      type={isPrimary ? 'primary' : 'default'}
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        void go(router, to)
      }}
    >
      {children}
    </Button>
  )
}
