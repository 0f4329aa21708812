import type { ReactNode } from 'react'
import type { MaterialKind } from '@lectern/contract/materials/material-values.ts'
import { Icon } from '../../../ui/icons.tsx'

const drawings: Record<MaterialKind, ReactNode> = {
  file: <path d="M12 4v11M7.5 11 12 15.5 16.5 11M5 20h14" />,
  video: <path d="M4 6h16v12H4zM10 9.5v5l4.5-2.5z" />,
  markdown: <path d="M6 3.5h8.5L18.5 8v12.5H6zM14 4v4.5h4.5M9 12.5h6.5M9 16h6.5" />,
  photo: <path d="M4 5h16v14H4zM4 16l5-5 4 4 2.5-2.5L20 17M15.5 8.6v.1" />,
}

/** An icon for each kind of material. */
export const KindIcon = ({ kind }: { kind: MaterialKind }) => <Icon>{drawings[kind]}</Icon>
