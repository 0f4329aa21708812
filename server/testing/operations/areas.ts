import { accounts } from './accounts.ts'
import { certificates } from './certificates.ts'
import { contest } from './contest.ts'
import { content } from './content.ts'
import { institutions } from './institutions.ts'
import { judging } from './judging.ts'
import { office } from './office.ts'
import type { Area } from './operation.ts'
import { results } from './results.ts'
import { works } from './works.ts'

/** Every operation that the program serves, and no other. */
export const areas = {
  accounts,
  institutions,
  contest,
  works,
  judging,
  results,
  certificates,
  content,
  office,
} satisfies Record<string, Area>

export type AreaName = keyof typeof areas
export const areaList: readonly Area[] = Object.values(areas)

type Operations = (typeof areas)[AreaName]['operations']
type NamesIn<Listed> = Listed extends unknown ? keyof Listed : never
type OfInstitutionsIn<Listed> = {
  [Name in keyof Listed]: Listed[Name] extends { scope: 'institution' } ? Name : never
}[keyof Listed]

/** Method and address of an operation. */
export type OperationName = NamesIn<Operations>

/** Those that change what belongs to an institution. */
export type InstitutionOperation = Operations extends infer Listed
  ? Listed extends unknown
    ? OfInstitutionsIn<Listed>
    : never
  : never
