import { locales, type Locale } from '../locales.ts'
import type { LocalizedText } from '../localized.ts'
import { sectionShapes, type SectionType, type Shape } from './section-shapes.ts'
import type { WrittenContent } from './sections.ts'

/** All translated texts of a section's content, at any depth. */
export const textsIn = (shape: Shape, content: Readonly<Record<string, unknown>>): LocalizedText[] =>
  Object.entries(shape).flatMap(([field, kind]) => {
    if (kind === 'line' || kind === 'lines' || kind === 'html') return [content[field] as LocalizedText]
    if (typeof kind === 'string' || 'choice' in kind) return []
    return (content[field] as Record<string, unknown>[]).flatMap((item) => textsIn(kind[0], item))
  })

/** Languages that are missing in at least one text that is not empty. */
export const missingLanguages = (type: SectionType, content: WrittenContent): Locale[] => {
  const texts = textsIn(sectionShapes[type], content).filter((text) => Object.values(text).some(Boolean))
  return locales.filter((locale) => texts.some((text) => !text[locale]))
}
