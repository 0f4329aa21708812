import type { PageDraft, PageHead, ShownPage, ShownSection } from '@lectern/contract/pages/pages.ts'
import { locales, type Locale } from '@lectern/contract/locales.ts'
import { languageOf, localize } from '@lectern/contract/localized.ts'
import { translationStates, type TranslationState, type LanguageStamps } from '@lectern/contract/pages/publish-state.ts'
import { pageBlocks } from '@lectern/contract/pages/section-shapes.ts'
import { missingLanguages } from '@lectern/contract/pages/section-texts.ts'
import type { WrittenSection } from '@lectern/contract/pages/sections.ts'
import type { Ctx } from '../../platform/context.ts'
import { shownHtml } from '../../platform/safe-html.ts'
import { picturesOf } from '../files/service.ts'
import { mapContent, picturesIn } from './content-fields.ts'
import { dataFinder } from './live-data.ts'
import type { Draft, listPages, requirePage } from './service.ts'

type Pictures = Awaited<ReturnType<typeof picturesOf>>

/**
 * Each text is shown in the requested language if it exists; a section with a fallback is marked with the fallback's
 * language.
 */
const showContent = (section: WrittenSection, readerLocale: Locale, pictures: Pictures) => {
  let other: Locale | undefined
  const content = mapContent(section, {
    text: (text, kind) => {
      const locale = languageOf(text, readerLocale)
      if (locale !== readerLocale) other ??= locale
      const html = localize(text, readerLocale).text
      return kind === 'html' ? shownHtml(html, locale) : html
    },
    picture: (id) => (id && pictures.get(id)) ?? null,
  })
  return { locale: other ?? readerLocale, content }
}

const presentSections = async (ctx: Ctx, sections: readonly WrittenSection[]): Promise<ShownSection[]> => {
  const pictures = await picturesOf(
    ctx,
    sections.flatMap((section) => picturesIn(section).map(({ id }) => id)),
  )
  const findData = dataFinder(ctx)
  return Promise.all(
    sections.map(async (section) => {
      const { id, block, type } = section
      return { id, block, type, ...showContent(section, ctx.locale, pictures), ...(await findData(section)) }
    }),
  ) as Promise<ShownSection[]>
}

export const presentPage = async (
  ctx: Ctx,
  { name, publishedAt, sections }: Awaited<ReturnType<typeof requirePage>>,
): Promise<ShownPage> => ({
  name,
  publishedAt: publishedAt.toISOString(),
  sections: await presentSections(ctx, sections),
})

export const presentBlock = async (ctx: Ctx, section: WrittenSection): Promise<ShownSection> =>
  (await presentSections(ctx, [section]))[0]!

export const presentHead = ({
  name,
  version,
  publishedVersion,
  updatedAt,
  publishedAt,
}: Awaited<ReturnType<typeof listPages>>[number]): PageHead => ({
  name,
  version,
  publishedVersion,
  updatedAt: updatedAt.toISOString(),
  publishedAt: publishedAt.toISOString(),
})

const stateOfLanguages = (section: WrittenSection, stamps: LanguageStamps): Record<Locale, TranslationState> => {
  const missing = missingLanguages(section.type, section.content)
  const states = translationStates(stamps)
  const stateOf = (locale: Locale): TranslationState => {
    if (missing.includes(locale)) return 'missing'
    // A section without text has nothing to translate.
    return states[locale] === 'missing' ? 'current' : states[locale]
  }
  return Object.fromEntries(locales.map((locale) => [locale, stateOf(locale)])) as Record<Locale, TranslationState>
}

export const presentDraft = (draft: Draft): PageDraft => {
  const { name, sections, published, written } = draft
  const blocks = sections.filter(({ visible }) => visible).map(({ block }) => block.toLowerCase())
  return {
    ...presentHead(draft),
    sections,
    published,
    translations: Object.fromEntries(
      sections.map((section) => [section.id, stateOfLanguages(section, written[section.id] ?? {})]),
    ),
    absentBlocks: pageBlocks[name].filter((block) => !blocks.includes(block.toLowerCase())),
  }
}
