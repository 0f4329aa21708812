import { useEffect, useMemo, useState } from 'react'
import type { PageDraft } from '@lectern/contract/pages/pages.ts'
import type { PageName } from '@lectern/contract/pages/section-shapes.ts'
import type { WrittenSection } from '@lectern/contract/pages/sections.ts'
import { mergeSections } from './draft-merge.ts'
import { areSame } from './section-content.ts'

type Sections = readonly WrittenSection[]

interface Kept {
  stored: PageDraft
  sections: Sections
}

/** Unsaved input of every page, kept in memory: opening another page, Back and Forward lose nothing. */
const drafts = new Map<PageName, Kept>()

export const dropDrafts = (): void => drafts.clear()

export const unsavedPages = (): PageName[] => [...drafts.keys()]

/** A removed section and its former position. */
interface Removed {
  section: WrittenSection
  position: number
}

const keptSections = ({ name, sections: now }: PageDraft): Sections => {
  const draft = drafts.get(name)
  return draft ? mergeSections(draft.stored.sections, draft.sections, now) : now
}

/** The edited page: the stored draft and the unsaved changes. */
export const usePageDraft = (loaded: PageDraft) => {
  const [stored, setStored] = useState(loaded)
  const [sections, setSections] = useState<Sections>(() => keptSections(loaded))
  const [removed, setRemoved] = useState<readonly Removed[]>([])
  const isUnsaved = useMemo(() => !areSame(stored.sections, sections), [stored, sections])
  const { name } = stored

  useEffect(() => {
    if (isUnsaved) drafts.set(name, { stored, sections })
    else drafts.delete(name)
  }, [name, isUnsaved, stored, sections])

  const begin = (draft: PageDraft, next: Sections): void => {
    setStored(draft)
    setSections(next)
    setRemoved([])
  }
  return {
    stored,
    sections,
    removed,
    isUnsaved,
    change: (section: WrittenSection): void =>
      setSections((list) => list.map((other) => (other.id === section.id ? section : other))),
    add: (section: WrittenSection): void => setSections((list) => [...list, section]),
    remove: (section: WrittenSection): void => {
      setRemoved((list) => [...list, { section, position: sections.indexOf(section) }])
      setSections((list) => list.filter(({ id }) => id !== section.id))
    },
    restore: ({ section, position }: Removed): void => {
      setRemoved((list) => list.filter((other) => other.section !== section))
      setSections((list) => list.toSpliced(position, 0, section))
    },
    arrange: (ids: readonly string[]): void =>
      setSections((list) => ids.map((id) => list.find((section) => section.id === id)!)),
    /** Puts other sections into the editor without storing them. */
    fill: (next: Sections): void => begin(stored, next),
    /** The stored draft is now the same as the editor's. */
    take: (draft: PageDraft): void => begin(draft, draft.sections),
    /** Merges unsaved changes into what another user has saved. */
    merge: (draft: PageDraft): void => begin(draft, mergeSections(stored.sections, sections, draft.sections)),
  }
}
