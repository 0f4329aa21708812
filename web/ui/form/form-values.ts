import type { FieldProblem } from '@lectern/contract/envelope.ts'

export type FormValues<Name extends string = string> = Record<Name, string>

/** A problem, and whether the form has a field for it. */
export interface PlacedProblem extends FieldProblem {
  inField: boolean
}

/** The values by field name. Unchecked boxes and groups without a choice are included, empty. */
export const readValues = (form: HTMLFormElement): FormValues => {
  const names = Array.from(form.elements, (element) => element.getAttribute('name')).filter((name) => name !== null)
  const texts = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return { ...Object.fromEntries(names.map((name) => [name, ''])), ...Object.fromEntries(texts) }
}

export type FieldKind = 'text' | 'secret' | 'choice' | 'tick'

/** A field for the check of required fields. */
export interface RequiredField {
  name: string
  kind: FieldKind
  label: string
  /** Message for the case that it is empty. */
  missing: string | undefined
}

const kindOf = (element: Element): FieldKind => {
  const type = element.getAttribute('type')
  if (type === 'checkbox') return 'tick'
  // The show button may have changed the type of a password field to text.
  if (element.getAttribute('autocomplete')?.endsWith('password')) return 'secret'
  return element.matches('select, fieldset') ? 'choice' : 'text'
}

const labelOf = (element: Element): string => {
  const label = element.matches('fieldset')
    ? element.querySelector('legend')
    : (element as Partial<HTMLInputElement>).labels?.[0]
  return label?.textContent.trim() ?? ''
}

/**
 * Radio groups have their name as a data attribute, because the name of a fieldset would be one more element of that
 * name.
 */
export const readRequired = (form: HTMLFormElement): RequiredField[] =>
  Array.from(form.querySelectorAll<HTMLElement>('[aria-required="true"]:not(:disabled)'), (element) => ({
    name: element.dataset['name'] ?? element.getAttribute('name') ?? '',
    kind: kindOf(element),
    label: labelOf(element),
    missing: element.dataset['missing'],
  }))

/** Only spaces count as empty, except in a password. */
export const isMissing = ({ name, kind }: RequiredField, values: FormValues): boolean => {
  const value = values[name] ?? ''
  return (kind === 'secret' ? value : value.trim()) === ''
}

/** Names of the fields that the error summary can link to, in order. */
export const fieldNames = (form: HTMLFormElement, id: string): string[] =>
  Array.from(form.elements, (element) => element.getAttribute('name') ?? '').filter(
    (name, position) => form.elements[position]!.id === `${id}-${name}`,
  )

/** In the order of the fields, then problems without a field. */
export const placeProblems = (problems: readonly FieldProblem[], names: readonly string[]): PlacedProblem[] => {
  const positionOf = ({ path }: FieldProblem): number => (names.includes(path) ? names.indexOf(path) : names.length)
  return problems
    .map((problem) => ({ ...problem, inField: names.includes(problem.path) }))
    .toSorted((one, other) => positionOf(one) - positionOf(other))
}
