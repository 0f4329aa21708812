export { requireChoice } from './choice/choice.ts'
export { renewSearch } from './directory/directory-queries.ts'
export { whereBelow, whereMayActFor, whereOwn } from './policy.ts'
export { mergedRows, teamsByInstitution, type MergedPair } from './ports.ts'
