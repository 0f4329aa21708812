import type { FieldProblem } from '@lectern/contract/envelope.ts'
import type { ErrorName, ErrorParams } from '@lectern/contract/errors.ts'

/** An expected failure: a name from the catalogue and the values of its message. */
export class AppError extends Error {
  readonly error: ErrorName
  readonly params: Record<string, string | number>
  readonly fields: FieldProblem[] | undefined
  /** The field it belongs to: its form shows the message there. */
  field: string | undefined

  constructor(error: ErrorName, params: Record<string, string | number>, fields?: FieldProblem[]) {
    super(error)
    this.error = error
    this.params = params
    this.fields = fields
  }

  at(field: string): this {
    this.field = field
    return this
  }
}

/** The parameters of an error: required if its message has any, else none. */
export type ParamsOfError<Name extends ErrorName> = keyof ErrorParams<Name> extends never
  ? []
  : [params: ErrorParams<Name>]

export const fail = <Name extends ErrorName>(error: Name, ...[params]: ParamsOfError<Name>): AppError =>
  new AppError(error, { ...params })
