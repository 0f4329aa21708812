import { isBlocking } from '@lectern/contract/works/file-findings.ts'
import { megabyte } from '@lectern/contract/files/file-values.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { WorkPart } from '@lectern/contract/works/work-rules.ts'
import type { WorkProblem } from '@lectern/contract/works/works.ts'
import { isFilePart } from '@lectern/contract/works/work-values.ts'
import type { Ctx } from '../../../platform/context.ts'
import { t } from '../../../platform/messages.ts'
import { findingsIn } from './part-rules.ts'
import type { WorkView } from '../policy.ts'
import { agreedDeclarations, confirmedNames } from './preparation.ts'

const isLink = (text: string): boolean => {
  try {
    const { protocol, hostname } = new URL(text)
    return protocol === 'https:' && hostname.includes('.')
  } catch {
    return false
  }
}

const problemsOfText = ({ locale }: Ctx, part: WorkPart, text: string): string[] => {
  if (text === '') return part.required ? [t(locale, 'work.problem.empty')] : []
  if (part.kind === 'link' && !isLink(text)) return [t(locale, 'work.problem.link')]
  const { maxCharacters } = part.limits
  const length = Array.from(text).length
  return maxCharacters !== undefined && length > maxCharacters
    ? [t(locale, 'work.problem.tooLong', { length, max: maxCharacters })]
    : []
}

const problemsOfFiles = ({ locale }: Ctx, { team, files }: WorkView, part: WorkPart): string[] => {
  const own = files.filter((file) => file.part === part.id)
  const rules = team.activity.workRules
  const refused = own.filter((file) => findingsIn(rules, file).some(isBlocking))
  if (own.length === 0) return part.required ? [t(locale, 'work.problem.missing')] : []
  const problems = []
  if (own.length < part.minFiles)
    problems.push(t(locale, 'work.problem.tooFew', { count: own.length, min: part.minFiles }))
  if (own.length > part.maxFiles)
    problems.push(t(locale, 'work.problem.tooMany', { count: own.length, max: part.maxFiles }))
  if (refused.length > 0) problems.push(t(locale, 'work.problem.findings', { count: refused.length }))
  return problems
}

/** Bytes of files together. */
export const sizeOf = (files: readonly { size: number }[]): number => files.reduce((sum, { size }) => sum + size, 0)

/** Everything that prevents a submission, each at its place. */
export const problemsOf = (ctx: Ctx, view: WorkView): WorkProblem[] => {
  const { work, team } = view
  const { parts, declarations, maxTotalMegabytes } = team.activity.workRules
  const problems: WorkProblem[] = []
  const add = (at: string, messages: readonly string[]): void =>
    void problems.push(...messages.map((message) => ({ at, message })))
  if (work.title.trim() === '') add('title', [t(ctx.locale, 'work.problem.empty')])
  for (const part of parts)
    add(
      part.id,
      isFilePart(part.kind)
        ? problemsOfFiles(ctx, view, part)
        : problemsOfText(ctx, part, work.values[part.id]?.trim() ?? ''),
    )
  if (sizeOf(view.files) > maxTotalMegabytes * megabyte)
    add('total', [t(ctx.locale, 'error.work.noRoom', { limitMb: maxTotalMegabytes })])
  if (!confirmedNames(view)) add('names', [t(ctx.locale, 'work.problem.names')])
  const agreed = new Set(agreedDeclarations(view).map(({ id }) => id))
  for (const { id } of declarations)
    if (!agreed.has(id)) add(`declaration.${id}`, [t(ctx.locale, 'work.problem.declaration')])
  return problems
}

/** The label of something that a submission can change, in the caller's language. */
export const labelOf = ({ locale }: Ctx, { team }: Pick<WorkView, 'team'>, key: string): string => {
  if (key === 'title' || key === 'summary' || key === 'names' || key === 'declarations') return t(locale, `work.${key}`)
  const part = team.activity.workRules.parts.find(({ id }) => id === key)
  return part ? localize(part.label, locale).text : key
}
