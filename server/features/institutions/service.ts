export { requireChoice } from './choice/choice.ts'
export { institutionsOfCodes, namesOfInstitutions, renewSearch } from './directory/directory-queries.ts'
export { whereBelow, whereMayActFor, whereOwn } from './policy.ts'
export { mergedRows, teamsByInstitution, type MergedPair } from './ports.ts'
export {
  areSameInstitution,
  comparedInstitutions,
  confirmedInstitution,
  foldedSpelling,
  institutionKey,
  standingInstitution,
} from './same-institution.ts'
export type { InstitutionRow } from './queries.ts'
