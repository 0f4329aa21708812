import type { WorkRules } from '@lectern/contract/works/work-rules.ts'

/** The parts of a work that visitors may see. */
export const publicPartsOf = ({ parts }: Pick<WorkRules, 'parts'>): ReadonlySet<string> =>
  new Set(parts.filter(({ forPublic }) => forPublic).map(({ id }) => id))
