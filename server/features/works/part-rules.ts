import type { FileRules } from '@lectern/contract/file-findings.ts'
import { acceptedTypes, type WorkPart, type WorkRules } from '@lectern/contract/work-rules.ts'

const megabyte = 1_000_000

/** What a part asks of its files. */
export const fileRulesOf = (part: WorkPart, { blind }: Pick<WorkRules, 'blind'>): FileRules => ({
  kind: part.kind,
  maxBytes: part.maxMegabytes * megabyte,
  limits: part.limits,
  types: acceptedTypes(part, blind),
})

/** Whether experts get files and texts of this part in a review that hides who made them. */
export const isBlindPart = ({ blind, parts }: Pick<WorkRules, 'blind' | 'parts'>, id: string): boolean =>
  blind && parts.some((part) => part.id === id && part.forExperts)
