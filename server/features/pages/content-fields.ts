import type { FileId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import { sectionShapes, type Shape } from '@lectern/contract/pages/section-shapes.ts'
import type { WrittenSection } from '@lectern/contract/pages/sections.ts'

interface Visitor {
  text: (text: LocalizedText, kind: 'line' | 'lines' | 'html') => unknown
  picture: (id: FileId | null, path: string) => unknown
}

type Content = Readonly<Record<string, unknown>>

const mapShape = (shape: Shape, content: Content, visitor: Visitor, path: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(shape).map(([field, kind]) => {
      const value = content[field]
      const here = `${path}.${field}`
      if (kind === 'line' || kind === 'lines' || kind === 'html')
        return [field, visitor.text(value as LocalizedText, kind)]
      if (kind === 'picture') return [field, visitor.picture(value as FileId | null, here)]
      if (typeof kind === 'string' || 'choice' in kind) return [field, value]
      const items = (value as Content[]).map((item, position) =>
        mapShape(kind[0], item, visitor, `${here}.${position}`),
      )
      return [field, items]
    }),
  )

/** Replaces the texts and pictures in the content of a section. */
export const mapContent = ({ type, content }: WrittenSection, visitor: Visitor): Record<string, unknown> =>
  mapShape(sectionShapes[type], content, visitor, 'content')

/** The pictures of a section, each with its field. */
export const picturesIn = (section: WrittenSection): { id: FileId | null; path: string }[] => {
  const files: { id: FileId | null; path: string }[] = []
  mapContent(section, { text: (text) => text, picture: (id, path) => files.push({ id, path }) })
  return files
}
