import type { FieldProblem } from '@lectern/contract/envelope.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import type { Ctx } from './context.ts'
import { AppError } from './failure.ts'
import { t } from './messages.ts'

/** A failed check, or undefined. */
export type Refusal = AppError | undefined

type Outcome<Value> = { value: Value } | { failure: AppError }

/** The result of an attempt, to be reported later together with other problems. */
export const outcomeOf = async <Value>(attempt: Promise<Value>): Promise<Outcome<Value>> => {
  try {
    return { value: await attempt }
  } catch (error) {
    if (error instanceof AppError) return { failure: error }
    throw error
  }
}

export const valueOf = <Value>(outcome: Outcome<Value>): Value => {
  if ('failure' in outcome) throw outcome.failure
  return outcome.value
}

/** Why an attempt failed, if it did. */
export const refusalOf = async (attempt: Promise<unknown>): Promise<Refusal> => {
  const outcome = await outcomeOf(attempt)
  return 'failure' in outcome ? outcome.failure : undefined
}

/** The field problems of these failures. One without a field concerns the whole request: it is thrown. */
export const fieldProblems = (refusals: readonly Refusal[], locale: Locale): FieldProblem[] => {
  const failures = refusals.filter((refusal) => refusal !== undefined)
  const general = failures.find(({ field, fields }) => field === undefined && fields === undefined)
  if (general) throw general
  return failures.flatMap(
    ({ error, field, fields, params }) => fields ?? [{ path: field!, message: t(locale, `error.${error}`, params) }],
  )
}

/** Refuses with all problems at once; a single problem keeps its own error name. */
export const refuseTogether = ({ locale }: Pick<Ctx, 'locale'>, refusals: readonly Refusal[]): void => {
  const problems = fieldProblems(refusals, locale)
  if (problems.length === 0) return
  const [only, ...others] = refusals.filter((refusal) => refusal !== undefined)
  throw others.length === 0 ? only! : new AppError('request.invalid', {}, problems)
}
