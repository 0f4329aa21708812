import type { CertificateKind, IssueSource } from '@lectern/contract/certificates/certificate-values.ts'
import type { ActivityId, CertificateTemplateId, ResultListId } from '@lectern/contract/ids.ts'

interface Choices {
  templates: readonly { id: CertificateTemplateId; kind: CertificateKind }[]
  lists: readonly { id: ResultListId; activity: ActivityId }[]
}

interface SourceChoice {
  template?: CertificateTemplateId
  from?: IssueSource
  list?: ResultListId
}

/**
 * What an issue is most likely for: awards of an announced list, of the given activity if there is one. Where there are several templates
 * or lists, the organiser chooses.
 */
export const suggestSource = ({ templates, lists }: Choices, about: string | undefined): SourceChoice => {
  const fitting = lists.filter(({ activity }) => about === undefined || activity === about)
  const awards = templates.filter(({ kind }) => kind === 'award')
  if (fitting.length === 0) return {}
  return {
    ...(awards.length === 1 && { template: awards[0]!.id, from: 'results' }),
    ...(fitting.length === 1 && { list: fitting[0]!.id }),
  }
}
