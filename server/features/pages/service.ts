import { isDeepStrictEqual } from 'node:util'
import type { BodyOf } from '@lectern/contract/endpoint.ts'
import type { savePageDraft } from '@lectern/contract/pages/pages.ts'
import type { LanguageStamps } from '@lectern/contract/pages/publish-state.ts'
import { sectionShapes, type PageName } from '@lectern/contract/pages/section-shapes.ts'
import { textsIn } from '@lectern/contract/pages/section-texts.ts'
import type { WrittenSection } from '@lectern/contract/pages/sections.ts'
import type { Ctx } from '../../platform/context.ts'
import { eq } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import { cleanHtml } from '../../platform/safe-html.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { stampLanguages } from '../../platform/language-stamps.ts'
import { audit } from '../audit/service.ts'
import { requireFiles } from '../files/service.ts'
import { recordRevision } from '../revisions/service.ts'
import { mapContent, picturesIn } from './content-fields.ts'
import { findDraft, findPublished, lockDraft, pageHeads } from './queries.ts'
import { page } from './tables.ts'

export const listPages = (ctx: Ctx) => pageHeads(ctx.db)

const isVisible = ({ visible }: WrittenSection): boolean => visible

/** A page as visitors see it. */
export const requirePage = async (ctx: Ctx, name: PageName) => {
  const row = await findPublished(ctx.db, name)
  if (!row) throw fail('page.notFound')
  return { ...row, sections: row.sections.filter(isVisible) }
}

/** The section with its own address, ignoring case. */
export const requireBlock = async (ctx: Ctx, name: PageName, block: string): Promise<WrittenSection> => {
  const { sections } = await requirePage(ctx, name)
  const match = sections.find((section) => section.block.toLowerCase() === block.toLowerCase())
  if (!match) throw fail('page.notFound')
  return match
}

export const requireDraft = async (ctx: Ctx, name: PageName) => {
  const row = await findDraft(ctx.db, name)
  if (!row) throw fail('page.notFound')
  return row
}

/** Addresses ignore case. */
const requireOwnBlocks = (sections: readonly WrittenSection[]): void => {
  const taken = new Set<string>()
  for (const [position, { block }] of sections.entries()) {
    if (taken.has(block.toLowerCase())) throw fail('page.blockTaken', { block }).at(`sections.${position}.block`)
    taken.add(block.toLowerCase())
  }
}

const cleanSection = (section: WrittenSection): WrittenSection =>
  ({
    ...section,
    content: mapContent(section, {
      text: (text, kind) => (kind === 'html' ? cleanHtml(text) : text),
      picture: (id) => id,
    }),
  }) as WrittenSection

/** The sections as if they were published. */
export const previewPage = (ctx: Ctx, name: PageName, sections: readonly WrittenSection[]) => ({
  name,
  publishedAt: ctx.now,
  sections: sections.filter(isVisible).map(cleanSection),
})

const textsOf = ({ type, content }: WrittenSection) => textsIn(sectionShapes[type], content)

export type Draft = Awaited<ReturnType<typeof requireDraft>>

/** When each language of each section was last written, given the new sections. */
const stampSections = (
  before: Draft,
  sections: readonly WrittenSection[],
  now: Date,
): Record<string, LanguageStamps> => {
  const former = new Map(before.sections.map((section) => [section.id, textsOf(section)]))
  return Object.fromEntries(
    sections.map((section) => [
      section.id,
      stampLanguages(before.written[section.id] ?? {}, former.get(section.id) ?? [], textsOf(section), now),
    ]),
  )
}

/** The texts are in the revisions; the log has only the list of sections. */
const forLog = ({ version, sections }: Pick<Draft, 'version' | 'sections'>) => ({
  version,
  blocks: sections.map(({ block }) => block),
  hidden: sections.filter(({ visible }) => !visible).map(({ block }) => block),
})

const lockPage = async (ctx: Ctx, name: PageName, version: number): Promise<Draft> => {
  const row = await lockDraft(ctx.db, name)
  if (!row) throw fail('page.notFound')
  if (row.version !== version) throw fail('resource.changed')
  return row
}

/** Replaces the draft. Without a difference there is no new version. */
export const saveDraft = async (outer: Ctx, name: PageName, input: BodyOf<typeof savePageDraft>): Promise<Draft> => {
  requireOwnBlocks(input.sections)
  const sections = input.sections.map(cleanSection)
  return inTransaction(outer, async (ctx) => {
    const before = await lockPage(ctx, name, input.version)
    if (isDeepStrictEqual(before.sections, sections)) return before
    const pictures = sections.flatMap((section, position) =>
      picturesIn(section).map(({ id, path }) => ({
        id,
        purpose: 'picture' as const,
        field: `sections.${position}.${path}`,
      })),
    )
    await requireFiles(ctx, pictures)
    const change = {
      version: before.version + 1,
      written: stampSections(before, sections, ctx.now),
      updatedAt: ctx.now,
    }
    await ctx.db
      .update(page)
      .set({ ...change, draft: sections })
      .where(eq(page.name, name))
    const after = { ...before, ...change, sections }
    await recordRevision(ctx, { kind: 'page', id: name }, after.version, { sections })
    await audit(ctx, 'content.updated', {
      subject: { kind: 'page', id: name },
      before: forLog(before),
      after: forLog(after),
    })
    return after
  })
}

/** Publishes the draft. */
export const publishDraft = (outer: Ctx, name: PageName, version: number): Promise<Draft> =>
  inTransaction(outer, async (ctx) => {
    const before = await lockPage(ctx, name, version)
    if (before.publishedVersion === version) return before
    const change = { publishedVersion: version, publishedAt: ctx.now }
    await ctx.db
      .update(page)
      .set({ ...change, published: before.sections })
      .where(eq(page.name, name))
    await audit(ctx, 'page.published', {
      subject: { kind: 'page', id: name },
      before: { version: before.publishedVersion },
      after: { version },
    })
    return { ...before, ...change, published: before.sections }
  })
