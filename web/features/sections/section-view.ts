import type { SectionData, ShownSection } from '@lectern/contract/pages.ts'
import type { SectionType } from '@lectern/contract/section-shapes.ts'
import type { ReactNode } from 'react'

/** What sections show that belongs to the program around them, or that not every page can carry. */
export interface Slots {
  contactForm?: ReactNode
  document?: (document: SectionData<'document'>) => ReactNode
  siteMenu?: ReactNode
  siteFooter?: ReactNode
}

export interface SectionProps<T extends SectionType = SectionType> {
  section: ShownSection<T>
  /** At an address of its own: its title is the page's, and it says so when there is nothing to show. */
  alone: boolean
  /** Of its parts: one step below its title, where it shows one. */
  headingLevel: 'h2' | 'h3'
  slots: Slots
}
