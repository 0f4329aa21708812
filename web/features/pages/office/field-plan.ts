import type { Locale } from '@lectern/contract/locales.ts'
import type { FieldKind, Shape } from '@lectern/contract/pages/section-shapes.ts'

/** One field of a form, or a list of nested forms. */
export type FieldPlan = { field: string; path: string } & (
  | { control: 'line' | 'lines' | 'html'; most: number; language: Locale }
  | { control: 'plain' | 'link'; most: number }
  | { control: 'picture' | 'flag' }
  | { control: 'count'; least: number; most: number }
  | { control: 'choice'; choices: readonly string[] }
  | { control: 'items'; shape: Shape; most: number }
)

/** The same limits as in the contract. */
const most = { line: 200, lines: 2_000, html: 60_000, plain: 200, link: 2_000, count: 30, items: 60 }

const planOf = (kind: FieldKind, language: Locale) => {
  switch (kind) {
    case 'line':
    case 'lines':
    case 'html':
      return { control: kind, most: most[kind], language }
    case 'plain':
    case 'link':
      return { control: kind, most: most[kind] }
    case 'count':
      return { control: kind, least: 1, most: most.count }
    default:
      return { control: kind }
  }
}

/** The form of a shape: its fields in order, with the paths that the server uses. */
export const planForm = (shape: Shape, path: string, language: Locale): FieldPlan[] =>
  Object.entries(shape).map(([field, kind]): FieldPlan => {
    const here = `${path}.${field}`
    if (typeof kind === 'string') {
      const plan = planOf(kind, language)
      return { field, path: 'language' in plan ? `${here}.${language}` : here, ...plan }
    }
    return 'choice' in kind
      ? { field, path: here, control: 'choice', choices: kind.choice }
      : { field, path: here, control: 'items', shape: kind[0], most: most.items }
  })
