import type { Database } from '../../../platform/database/connect.ts'
import { and, eq } from '../../../platform/database/drizzle.ts'
import { account } from '../tables.ts'

/**
 * Scripts that are commonly mixed: Chinese, Japanese and Korean with Latin letters. All others must not be mixed
 * within a word.
 */
const together =
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Bopomofo}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}\p{Script=Inherited}]+$/u

const scripts = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Georgian',
  'Cherokee',
  'Coptic',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Thai',
  'Han',
].map((name) => new RegExp(`\\p{Script=${name}}`, 'u'))

/** Whether letters of different scripts stand in one word, as in a Cyrillic а before a Latin dmin. */
export const mixesScripts = (name: string): boolean =>
  name.split(/[-_\d]+/).some((word) => !together.test(word) && scripts.filter((script) => script.test(word)).length > 1)

/** Letters that look like others, by the letter they look like: of the confusables of Unicode those that usernames can have. */
const lookalikes: Record<string, string> = {
  a: 'аαɑ',
  b: 'вьβƅ',
  c: 'сϲ',
  d: 'ԁ',
  e: 'еєεҽ',
  g: 'ɡց',
  h: 'һнհ',
  j: 'ј',
  k: 'кκ',
  l: '1iіӏιɩı',
  m: 'м',
  n: 'пηո',
  o: '0оοօ',
  p: 'рρ',
  q: 'ԛ',
  r: 'гᴦ',
  s: '5ѕ',
  t: 'тτ',
  u: 'υսц',
  v: 'νѵ',
  w: 'ԝωѡ',
  x: 'хχ',
  y: 'уγү',
}

const looksLike = new Map(
  Object.entries(lookalikes).flatMap(([letter, others]) => Array.from(others, (other) => [other, letter] as const)),
)

/** What a name looks like: two names that a reader takes for each other have the same skeleton (after Unicode TR39). */
export const skeletonOf = (name: string): string =>
  Array.from(
    name
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[\p{M}_-]/gu, ''),
    (letter) => looksLike.get(letter) ?? letter,
  )
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')

/** Whether a reader would take this name for an organizer's. */
export const looksLikeOrganizer = async (db: Database, username: string): Promise<boolean> => {
  const organizers = await db
    .select({ username: account.username })
    .from(account)
    .where(and(eq(account.access, 'admin'), eq(account.status, 'active')))
  const skeleton = skeletonOf(username)
  return organizers.some((organizer) => skeletonOf(organizer.username) === skeleton)
}
