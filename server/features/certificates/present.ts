import type {
  Certificate,
  ListedCertificate,
  OwnCertificate,
  PrintedCertificate,
} from '@lectern/contract/certificates/certificates.ts'
import type { CertificateRow } from './holders/certificate-queries.ts'
import { addressOf } from './drawing/print.ts'

const linkTo = (id: CertificateRow['replacesId'], number: string | null) =>
  id !== null && number !== null ? { id, number } : null

export const presentListed = (row: CertificateRow): ListedCertificate => {
  const { values } = row.content
  return {
    id: row.id,
    number: row.number,
    kind: row.kind,
    state: row.state,
    locale: row.locale,
    name: values.name,
    award: values.award,
    work: values.work,
    institution: values.institution,
    activity: values.activity,
    edition: values.edition,
    issue: row.issueId,
    holder: row.holderId,
    issuedAt: row.issuedAt.toISOString(),
    isReady: row.fileId !== null,
    notifiedAt: row.notifiedAt?.toISOString() ?? null,
    reason: row.reason,
    replacedBy: linkTo(row.replacedById, row.replacedByNumber),
  }
}

export const presentPrinted = ({ content: { values } }: Pick<CertificateRow, 'content'>): PrintedCertificate => ({
  name: values.name,
  people: values.people,
  advisors: values.advisors,
  award: values.award,
  work: values.work,
  team: values.team,
  institution: values.institution,
  activity: values.activity,
  edition: values.edition,
  role: values.role,
  note: values.note,
})

export const presentCertificate = (row: CertificateRow): Omit<Certificate, 'may'> => ({
  ...presentListed(row),
  printed: presentPrinted(row),
  date: row.content.values.date,
  address: addressOf(row),
  sha256: row.pdfSha256?.toString('hex') ?? null,
  contentHash: row.contentHash.toString('hex'),
  size: row.pdfSize,
  templateNumber: row.templateNumber,
  endedAt: row.endedAt?.toISOString() ?? null,
  replaces: linkTo(row.replacesId, row.replacesNumber),
})

export const presentOwn = (row: CertificateRow): OwnCertificate => {
  const { issue: _issue, holder: _holder, notifiedAt: _notifiedAt, ...listed } = presentListed(row)
  return { ...listed, address: addressOf(row), hasPicture: row.pictureSize !== null }
}
