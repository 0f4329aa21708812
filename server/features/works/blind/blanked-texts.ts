import type { WorkId } from '@lectern/contract/ids.ts'
import type { Database } from '../../../platform/database/connect.ts'
import { desc, eq, sql } from '../../../platform/database/drizzle.ts'
import { account } from '../../accounts/tables.ts'
import { blankedWord } from '../tables.ts'

/** Words that experts do not read in the texts of a work, the longest first: a name may be part of another one. */
export const blankedWordsOf = (db: Database, id: WorkId) =>
  db
    .select({
      word: blankedWord.word,
      value: blankedWord.value,
      blankedBy: sql<string | null>`coalesce(${account.realName}, ${account.nickname}, ${account.username})`,
      blankedAt: blankedWord.blankedAt,
    })
    .from(blankedWord)
    .innerJoin(account, eq(account.id, blankedWord.blankedBy))
    .where(eq(blankedWord.workId, id))
    .orderBy(desc(sql`char_length(${blankedWord.word})`), blankedWord.word)

interface WorkTexts {
  title: string
  summary: string
  values: Readonly<Record<string, string>>
}

/** Several versions of what was typed, each as experts read it. */
export const expertTextsOf = async (db: Database, id: WorkId, versions: readonly WorkTexts[]): Promise<WorkTexts[]> => {
  const keyed = versions.flatMap(({ title, summary, values }, version) => [
    { version, key: 'title' as const, text: title },
    { version, key: 'summary' as const, text: summary },
    ...Object.entries(values).map(([part, text]) => ({ version, key: 'value' as const, part, text })),
  ])
  const texts = await withoutBlankedWords(db, id, keyed)
  return versions.map((_, version) => {
    const own = texts.filter((one) => one.version === version)
    const textAt = (key: 'title' | 'summary'): string => own.find((one) => one.key === key)!.text
    const values = Object.fromEntries(own.flatMap((one) => (one.key === 'value' ? [[one.part, one.text]] : [])))
    return { title: textAt('title'), summary: textAt('summary'), values }
  })
}

/** Texts of a work as experts read them. The database blanks them, as it does in what experts get. */
export const withoutBlankedWords = async <Text extends { text: string }>(
  db: Database,
  id: WorkId,
  texts: readonly Text[],
): Promise<Text[]> => {
  const words = (await blankedWordsOf(db, id)).map(({ word }) => word)
  if (words.length === 0 || texts.length === 0) return [...texts]
  const { rows } = await db.execute<{ text: string }>(sql`
    select blank_words(given.text, ${sql.param(words)}::text[]) as text
    from unnest(${sql.param(texts.map(({ text }) => text))}::text[]) with ordinality as given (text, position)
    order by given.position
  `)
  return texts.map((one, at) => ({ ...one, text: rows[at]!.text }))
}
