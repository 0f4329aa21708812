import type { SectionData, ShownSection } from '@lectern/contract/pages/pages.ts'
import type { SectionType } from '@lectern/contract/pages/section-shapes.ts'
import type { ReactNode } from 'react'

/** Components that belong to the app, or that only some pages load. */
export interface Slots {
  contactForm?: ReactNode
  document?: (document: SectionData<'document'>) => ReactNode
  /** The items of sections about results; pages without them show links. */
  results?: (data: SectionData<'resultList'>, headingLevel: 'h2' | 'h3') => ReactNode
  works?: (data: SectionData<'workList'>, headingLevel: 'h2' | 'h3') => ReactNode
  siteMenu?: ReactNode
  siteFooter?: ReactNode
}

export interface SectionProps<T extends SectionType = SectionType> {
  section: ShownSection<T>
  /** The section has its own page: its title is the page title, and an empty state is shown. */
  alone: boolean
  /** Level of the headings inside: one below the title of the section. */
  headingLevel: 'h2' | 'h3'
  slots: Slots
}
