import type { ReactNode } from 'react'
import { downloadUrl } from '@lectern/contract/materials/material-values.ts'
import type { MaterialCard } from '@lectern/contract/materials/materials.ts'
import { Link } from '../../../router/link.tsx'
import { materialPath } from '../material-address.ts'

interface MaterialLinkProps {
  card: Pick<MaterialCard, 'id' | 'kind' | 'file'>
  className?: string | undefined
  children: ReactNode
}

/** A link to the page of a material, or to its file. Without a file it is no link. */
export const MaterialLink = ({ card, className, children }: MaterialLinkProps) => {
  const path = materialPath(card)
  if (path)
    return (
      <Link to={path} className={className}>
        {children}
      </Link>
    )
  if (!card.file) return <span className={className}>{children}</span>
  return (
    <a href={downloadUrl(card.id)} download={card.file.name} className={className}>
      {children}
    </a>
  )
}
