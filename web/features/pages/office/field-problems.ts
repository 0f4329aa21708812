import type { FieldProblem } from '@lectern/contract/envelope.ts'
import type { WrittenSection } from '@lectern/contract/pages/sections.ts'

interface LocatedProblem extends FieldProblem {
  /** The section of the problem, if it has one. */
  section: WrittenSection | undefined
}

/** The server identifies sections by their index in the request; convert it to ids, because sections can be moved. */
export const locateProblems = (problems: readonly FieldProblem[], sent: readonly WrittenSection[]): LocatedProblem[] =>
  problems.map(({ path, message }) => {
    const [, position = '', rest = ''] = /^sections\.(\d+)\.(.+)$/.exec(path) ?? []
    const section = sent[Number(position || -1)]
    return { path: section ? `${section.id}.${rest}` : path, message, section }
  })

/** The problem of a field; none after the field or its parent was changed. */
export const problemAt = (
  problems: readonly FieldProblem[],
  changed: readonly string[],
  path: string,
): string | undefined =>
  changed.some((other) => `${path}.`.startsWith(`${other}.`))
    ? undefined
    : problems.find((problem) => problem.path === path)?.message
