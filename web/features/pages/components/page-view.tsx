import type { PageName } from '@lectern/contract/pages/section-shapes.ts'
import { RulesPage } from './rules-page.tsx'
import { Sections } from './sections.tsx'
import { TitledPage, type PageProps } from './titled-page.tsx'

/** Pages whose title is rendered elsewhere. */
const untitled: readonly PageName[] = ['Home', 'Welcome', 'Privacy', 'Terms']

/** A page as visitors see it. */
export const PageView = ({ page, slots }: PageProps) => {
  if (page.name === 'Rules') return <RulesPage page={page} slots={slots} />
  if (untitled.includes(page.name)) return <Sections sections={page.sections} slots={slots} />
  return <TitledPage page={page} slots={slots} />
}
