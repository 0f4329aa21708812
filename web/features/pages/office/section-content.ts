import { locales, type Locale } from '@lectern/contract/locales.ts'
import { localize, type LocalizedText } from '@lectern/contract/localized.ts'
import type { TranslationState } from '@lectern/contract/pages/publish-state.ts'
import { blankOf, sectionShapes, type SectionType, type Shape } from '@lectern/contract/pages/section-shapes.ts'
import { missingLanguages } from '@lectern/contract/pages/section-texts.ts'
import type { WrittenSection } from '@lectern/contract/pages/sections.ts'

export type Content = Readonly<Record<string, unknown>>

const writtenText = (text: LocalizedText): LocalizedText =>
  Object.fromEntries(locales.flatMap((locale) => (text[locale]?.trim() ? [[locale, text[locale]]] : [])))

/** The content to send, without empty languages. */
const tidyContent = (shape: Shape, content: Content): Content =>
  Object.fromEntries(
    Object.entries(shape).map(([field, kind]) => {
      const value = content[field]
      if (kind === 'line' || kind === 'lines' || kind === 'html') return [field, writtenText(value as LocalizedText)]
      if (typeof kind === 'string' || 'choice' in kind) return [field, value]
      return [field, (value as Content[]).map((item) => tidyContent(kind[0], item))]
    }),
  )

export const withContent = (section: WrittenSection, content: Content): WrittenSection =>
  ({ ...section, content }) as WrittenSection

/** The normalised section, for sending and comparing. */
export const tidy = ({ id, block, type, visible, content }: WrittenSection): WrittenSection =>
  ({ id, block: block.trim(), type, visible, content: tidyContent(sectionShapes[type], content) }) as WrittenSection

/** The server adds attributes for screen readers to table headings; comparisons ignore them. */
const addedByStoring = / scope=\\"(?:col|row)\\"/g

const comparable = (section: WrittenSection): string => JSON.stringify(tidy(section)).replaceAll(addedByStoring, '')

export const isSame = (one: WrittenSection, other: WrittenSection): boolean => comparable(one) === comparable(other)

export const areSame = (some: readonly WrittenSection[], others: readonly WrittenSection[]): boolean =>
  some.length === others.length && some.every((section, position) => isSame(section, others[position]!))

/** Also works over plain HTTP, where browsers have no randomUUID. */
const newId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

export const newSection = (type: SectionType, block: string): WrittenSection =>
  ({ id: newId(), block, type, visible: true, content: blankOf(sectionShapes[type]) }) as WrittenSection

/** The title of a section, if possible in the reader's language; empty if it has none. */
export const titleOf = ({ content }: WrittenSection, reader: Locale): string =>
  'title' in content ? localize(content.title, reader).text.trim() : ''

/** Current translation states of a section: as stored, updated by unsaved changes. */
export const languagesOf = (
  section: WrittenSection,
  stored: Partial<Record<Locale, TranslationState>> = {},
): Record<Locale, TranslationState> => {
  const missing = missingLanguages(section.type, tidy(section).content)
  const stateOf = (locale: Locale): TranslationState => {
    if (missing.includes(locale)) return 'missing'
    return stored[locale] === 'outdated' ? 'outdated' : 'current'
  }
  return Object.fromEntries(locales.map((locale) => [locale, stateOf(locale)])) as Record<Locale, TranslationState>
}

export const movedItem = <Item>(items: readonly Item[], from: number, to: number): Item[] =>
  items.toSpliced(from, 1).toSpliced(to, 0, items[from]!)
