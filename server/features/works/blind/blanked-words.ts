import type { LeakId, WorkId } from '@lectern/contract/ids.ts'
import type { SignedIn } from '../../../platform/context.ts'
import { and, eq, inArray, isNull, ne } from '../../../platform/database/drizzle.ts'
import { fail } from '../../../platform/failure.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { audit } from '../../audit/service.ts'
import { findMarked, type MarkedWork } from '../checks/inspection-queries.ts'
import { latestSubmission } from '../queries.ts'
import { readManifest } from '../submission/manifest.ts'
import { blankedWord, leak } from '../tables.ts'
import { lockWork } from '../work-view.ts'
import { wordsNaming, type Identity } from './leak-scan.ts'
import { rescanTyped, typedTexts } from './leaks.ts'
import { isBeingJudged } from './redacted-copies.ts'

/** Experts judge the same texts: while they do, nothing in them is blanked or shown again. */
const lockUnjudged = async (ctx: SignedIn, id: WorkId): Promise<void> => {
  await lockWork(ctx, id)
  if (await isBeingJudged(ctx, id)) throw fail('work.textsJudged')
}

/** What is being prepared, and what was submitted last. */
const textsOf = async ({ db }: SignedIn, marked: MarkedWork): Promise<string[]> => {
  const latest = await latestSubmission(db, marked.id)
  const texts = typedTexts(marked)
  if (latest) {
    const { title, summary, parts } = readManifest(latest.manifest)
    const values = Object.fromEntries(parts.map(({ id, text }) => [id, text ?? '']))
    texts.push(...typedTexts({ title, summary, values, rules: marked.rules }))
  }
  return texts.map(({ text }) => text)
}

/** Experts do not read these hints in the texts of a work any more, however often the texts name the same. */
export const blankWords = (outer: SignedIn, id: WorkId, leaks: readonly LeakId[]): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    await lockUnjudged(ctx, id)
    const marked = await findMarked(ctx.db, id)
    const rows = await ctx.db
      .select({ kind: leak.kind, value: leak.value })
      .from(leak)
      .where(and(eq(leak.workId, id), inArray(leak.id, [...leaks]), isNull(leak.fileId), ne(leak.kind, 'link')))
    if (!marked || rows.length < leaks.length) throw fail('resource.changed')
    const texts = await textsOf(ctx, marked)
    const words = new Map(
      rows.flatMap(({ kind, value }) =>
        wordsNaming({ kind: kind as Identity['kind'], value }, texts).map((word) => [word, value] as const),
      ),
    )
    if (words.size === 0) throw fail('resource.changed')
    const by = { blankedBy: ctx.actor.id, blankedAt: ctx.now }
    await ctx.db
      .insert(blankedWord)
      .values([...words].map(([word, value]) => ({ workId: id, word, value, ...by })))
      .onConflictDoNothing()
    await rescanTyped(ctx, id)
    await audit(ctx, 'work.wordsBlanked', {
      subject: { kind: 'work', id },
      after: { words: [...words.keys()] },
      personal: true,
    })
  })

/** Experts read these words again. */
export const showWords = (outer: SignedIn, id: WorkId, words: readonly string[]): Promise<void> =>
  inTransaction(outer, async (ctx) => {
    await lockUnjudged(ctx, id)
    const rows = await ctx.db
      .delete(blankedWord)
      .where(and(eq(blankedWord.workId, id), inArray(blankedWord.word, [...words])))
      .returning({ word: blankedWord.word })
    if (rows.length < words.length) throw fail('resource.changed')
    await rescanTyped(ctx, id)
    await audit(ctx, 'work.wordsShown', {
      subject: { kind: 'work', id },
      before: { words: [...words] },
      personal: true,
    })
  })
