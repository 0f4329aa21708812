import type { MessageId } from '@lectern/messages/message-id.ts'
import type { FieldProblem } from '@lectern/contract/envelope.ts'
import { limitsAt, wordsAt } from '@lectern/contract/field-words.ts'
import { joinList } from '@lectern/contract/lists.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { z } from 'zod'
import { AppError } from '../failure.ts'
import { isMessageId, t } from '../messages.ts'

type Issue = z.core.$ZodIssue
type ProblemText = { id: MessageId; values?: Record<string, string | number> }

type Limits = ReturnType<typeof limitsAt>

/** Mentions both limits where there are both. */
const sized = (
  issue: { origin: string },
  bound: 'min' | 'max',
  limit: number | bigint,
  limits: Limits,
): ProblemText => {
  const of = issue.origin === 'string' ? 'length.' : issue.origin === 'array' ? 'items.' : ''
  const isRange = limits !== undefined && limits.min < limits.max && (of === '' || (of === 'length.' && limits.min > 1))
  return isRange
    ? { id: `validation.${of}range`, values: limits }
    : { id: `validation.${of}${bound}`, values: { limit: Number(limit) } }
}

/** The expected type, in plain words. */
const typeMessages: Partial<Record<string, MessageId>> = {
  string: 'validation.type.text',
  int: 'validation.type.integer',
  bigint: 'validation.type.integer',
  number: 'validation.type.number',
  boolean: 'validation.type.boolean',
  array: 'validation.type.list',
  tuple: 'validation.type.list',
  set: 'validation.type.list',
  object: 'validation.type.object',
  record: 'validation.type.object',
  map: 'validation.type.object',
  date: 'validation.date',
}

/** The message for this issue. */
const messageOf = (issue: Issue, limits: Limits, locale: Locale): ProblemText => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? { id: 'validation.required' }
        : { id: typeMessages[issue.expected] ?? 'validation.format' }
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? { id: 'validation.required' }
        : sized(issue, 'min', issue.minimum, limits)
    case 'too_big':
      return sized(issue, 'max', issue.maximum, limits)
    case 'invalid_value':
      return { id: 'validation.enum', values: { values: joinList(locale, issue.values.map(String)) } }
    case 'unrecognized_keys':
      return { id: 'validation.unknown' }
    case 'invalid_format':
      return { id: ['datetime', 'date', 'time'].includes(issue.format) ? 'validation.date' : 'validation.format' }
    default:
      return { id: 'validation.format' }
  }
}

/** More do not help anybody, and each takes time to format. */
const maxProblems = 100

/** Unknown keys are reported one by one; every other issue has its own path. */
const pathsOf = (issue: Issue): PropertyKey[][] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.slice(0, maxProblems).map((key) => [...issue.path, key])
    : [issue.path]

/** Issues for which a field may have its own message. */
const ownWords: Partial<Record<string, 'required' | 'invalid' | 'length'>> = {
  'validation.required': 'required',
  'validation.format': 'invalid',
  'validation.type.text': 'invalid',
  'validation.enum': 'invalid',
  'validation.length.range': 'length',
}

const wordsFor = (issue: Issue, schema: z.ZodType, locale: Locale): ProblemText => {
  const problemText = messageOf(issue, limitsAt(schema, issue.path), locale)
  const kind = ownWords[problemText.id]
  const own = kind && wordsAt(schema, issue.path)?.[kind]
  return own && isMessageId(own) ? { ...problemText, id: own } : problemText
}

/** `schema`: the schema that found the problems; it knows the messages of its fields. */
export const problemsOf = (error: z.ZodError, schema: z.ZodType, locale: Locale): FieldProblem[] =>
  error.issues.slice(0, maxProblems).flatMap((issue) => {
    const { id, values } = wordsFor(issue, schema, locale)
    const message = t(locale, id, values)
    return pathsOf(issue).map((path) => ({ path: path.map(String).join('.').slice(0, 200), message }))
  })

const nothing = z.strictObject({})

interface Schemas {
  params?: z.ZodType | undefined
  query?: z.ZodType | undefined
  body?: z.ZodType | undefined
}

interface Raw {
  params: unknown
  query: unknown
  body: unknown
}

/** Validates all input and reports every problem at once. Undeclared input is refused. */
export const validate = (schemas: Schemas, raw: Raw, locale: Locale): Raw => {
  const problems: FieldProblem[] = []
  const check = (schema: z.ZodType, value: unknown): unknown => {
    const result = schema.safeParse(value, { reportInput: true })
    if (!result.success) problems.push(...problemsOf(result.error, schema, locale))
    return result.data
  }
  const params = check(schemas.params ?? nothing, raw.params)
  const query = check(schemas.query ?? nothing, raw.query)
  const body = schemas.body ? check(schemas.body, raw.body) : check(nothing, raw.body ?? {})
  if (problems.length > 0) throw new AppError('request.invalid', {}, problems.slice(0, maxProblems))
  return { params, query, body }
}

/** The object schema of a body; of several kinds, the one that it names. */
const objectSchemaOf = (schema: z.ZodType | undefined, values: Record<string, unknown>): z.ZodObject | undefined => {
  if (schema instanceof z.ZodObject) return schema
  if (!(schema instanceof z.ZodDiscriminatedUnion)) return undefined
  const { discriminator } = schema.def
  const options = schema.options.filter((option) => option instanceof z.ZodObject)
  return options.find(({ shape }) => z.safeParse(shape[discriminator], values[discriminator]).success)
}

/** The valid fields of a body of which others are invalid. */
export const validFields = (schema: z.ZodType | undefined, raw: unknown): Record<string, unknown> => {
  if (typeof raw !== 'object' || raw === null) return {}
  const values = raw as Record<string, unknown>
  const results = Object.entries(objectSchemaOf(schema, values)?.shape ?? {}).map(
    ([name, field]) => [name, z.safeParse(field, Object.hasOwn(values, name) ? values[name] : undefined)] as const,
  )
  return Object.fromEntries(results.flatMap(([name, result]) => (result.success ? [[name, result.data]] : [])))
}

/** Adds further problems of valid fields to those of an invalid body. */
export const addProblems = (invalid: AppError, others: readonly FieldProblem[]): AppError => {
  const problems = invalid.fields ?? []
  const fieldOf = ({ path }: FieldProblem): string => path.split('.', 1)[0]!
  const problemText = new Set(problems.map(fieldOf))
  const added = others.filter((problem) => !problemText.has(fieldOf(problem)))
  return new AppError('request.invalid', {}, [...problems, ...added].slice(0, maxProblems))
}
