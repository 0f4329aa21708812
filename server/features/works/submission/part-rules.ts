import { findingsOf, type FileFacts, type FileRules, type Finding } from '@lectern/contract/works/file-findings.ts'
import { megabyte } from '@lectern/contract/files/file-values.ts'
import { acceptedTypes, type WorkPart, type WorkRules } from '@lectern/contract/works/work-rules.ts'
import { isFilePart } from '@lectern/contract/works/work-values.ts'

/** What a part asks of its files. */
const fileRulesOf = (part: WorkPart, { blind }: Pick<WorkRules, 'blind'>): FileRules => ({
  kind: part.kind,
  maxBytes: part.maxMegabytes * megabyte,
  limits: part.limits,
  types: acceptedTypes(part, blind),
  isForExperts: part.forExperts,
  isBlind: blind && part.forExperts,
})

/**
 * What is wrong with a file by the current rules. A file that is not checked yet has no findings, nor has one of a part
 * that the activity no longer asks for.
 */
export const findingsIn = (rules: WorkRules, file: { part: string; facts: FileFacts | null }): Finding[] => {
  const part = rules.parts.find(({ id }) => id === file.part)
  return part && file.facts ? findingsOf(fileRulesOf(part, rules), file.facts) : []
}

/** Required parts for which there is no text, or too few of the files that a work is prepared with. */
export const missingParts = (
  { parts }: Pick<WorkRules, 'parts'>,
  { values }: { values: Readonly<Record<string, string>> },
  files: readonly { part: string }[],
): WorkPart[] =>
  parts.filter(({ id, kind, required, minFiles }) => {
    if (!required) return false
    return isFilePart(kind)
      ? files.filter(({ part }) => part === id).length < minFiles
      : (values[id]?.trim() ?? '') === ''
  })

/** Whether experts get files and texts of this part in a review that hides who made them. */
export const isBlindPart = ({ blind, parts }: Pick<WorkRules, 'blind' | 'parts'>, id: string): boolean =>
  blind && parts.some((part) => part.id === id && part.forExperts)
