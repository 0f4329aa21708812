import { vocabularies, type Vocabulary } from './vocabularies.ts'
import type { KeyOf } from './vocabulary.ts'

export type AuditAction = Vocabulary['actions'][number]
export const auditActions: readonly AuditAction[] = vocabularies.flatMap<AuditAction>(({ actions }) => [...actions])

/** Kinds of subjects of an audit entry. */
export type SubjectKind = KeyOf<Vocabulary['subjects']>
const pages = Object.assign({}, ...vocabularies.map(({ subjects }) => subjects)) as Record<SubjectKind, string | null>
export const subjectKinds = Object.keys(pages) as readonly SubjectKind[]

type ShownIn<Subjects> = Subjects extends unknown
  ? { [Kind in keyof Subjects]: Subjects[Kind] extends string ? Kind : never }[keyof Subjects]
  : never

/** Kinds of subjects that a page of the office shows. */
export type ShownKind = ShownIn<Vocabulary['subjects']>

export const isShownKind = (kind: string): kind is ShownKind =>
  Object.hasOwn(pages, kind) && pages[kind as SubjectKind] !== null

/** Whether all subjects of this kind have the same page, which is there when they are gone. */
export const hasCommonPage = (kind: ShownKind): boolean => !pages[kind]!.includes('{')

/** The page of the office that shows a subject. */
export const subjectPage = (kind: ShownKind, id: string, variant: string | null): string =>
  pages[kind]!.replace('{id}', id).replace('{variant}', variant ?? '')
