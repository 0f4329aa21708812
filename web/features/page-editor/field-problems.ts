import type { FieldProblem } from '@lectern/contract/envelope.ts'
import type { WrittenSection } from '@lectern/contract/sections.ts'

interface LocatedProblem extends FieldProblem {
  /** Of which section, if of one. */
  section: WrittenSection | undefined
}

/** The server counts the sections it was sent; here their fields go by their ids, while sections are moved about. */
export const locateProblems = (problems: readonly FieldProblem[], sent: readonly WrittenSection[]): LocatedProblem[] =>
  problems.map(({ path, message }) => {
    const [, position = '', rest = ''] = /^sections\.(\d+)\.(.+)$/.exec(path) ?? []
    const section = sent[Number(position || -1)]
    return { path: section ? `${section.id}.${rest}` : path, message, section }
  })

/** What is wrong with a field: nothing any more, once it or what it stands in has been changed. */
export const problemAt = (
  problems: readonly FieldProblem[],
  changed: readonly string[],
  path: string,
): string | undefined =>
  changed.some((other) => `${path}.`.startsWith(`${other}.`))
    ? undefined
    : problems.find((problem) => problem.path === path)?.message
