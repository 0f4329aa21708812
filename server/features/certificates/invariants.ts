import type { Invariant } from '../../platform/invariants.ts'

export const certificateInvariants: readonly Invariant[] = [
  {
    name: 'the certificates of a series are numbered from 1 without gaps',
    broken: `
      select certificate_series.id from certificate_series
      left join certificate on certificate.series_id = certificate_series.id
      group by certificate_series.id
      having count(certificate.id) <> last or coalesce(max(sequence), 0) <> last or coalesce(min(sequence), 1) <> 1`,
  },
  {
    name: 'the number of a certificate names its series and ends in the right check character',
    broken: `
      select certificate.id from certificate join certificate_series on certificate_series.id = series_id
      where number <> prefix || year || '-' || certificate_series.code || '-' || lpad(sequence::text, 6, '0')
        || certificate_check(prefix || year || certificate_series.code || lpad(sequence::text, 6, '0'))`,
  },
  {
    name: 'nobody has two valid certificates for the same award',
    broken: `
      select min(id::text) as id from certificate where state = 'issued'
      group by kind, subject, person, award having count(*) > 1`,
  },
  {
    name: 'nobody has valid certificates for two prizes of one work',
    broken: `
      select min(id::text) as id from certificate where state = 'issued' and work_id is not null and award <> ''
      group by kind, work_id, person having count(*) > 1`,
  },
  {
    name: 'a certificate was replaced if and only if another one replaces it',
    broken: `
      select certificate.id from certificate
      left join certificate as later on later.replaces_id = certificate.id
      where (certificate.state = 'replaced') <> (later.id is not null)`,
  },
  {
    name: 'a certificate that was revoked or replaced says when and why, and no other one does',
    broken: `
      select id from certificate
      where (state = 'issued') <> (ended_at is null) or (state = 'issued') <> (reason is null)`,
  },
  {
    name: 'the PDF of a certificate is stored with its hash',
    broken: `
      select certificate.id from certificate left join file on file.id = file_id
      where file_id is not null
        and (file.id is null or file.state <> 'stored' or file.purpose <> 'certificate'
          or file.sha256 is distinct from pdf_sha256 or file.size <> pdf_size)`,
  },
  {
    name: 'every certificate of an issue that has ended has a PDF, or a task that prints it',
    broken: `
      select certificate.id from certificate join certificate_issue on certificate_issue.id = issue_id
      where certificate_issue.state = 'issued' and certificate.file_id is null and not exists (
        select from task
        where kind = 'issueCertificates' and task.state in ('waiting', 'running')
          and (input ->> 'certificate' = certificate.id::text or input ? 'stamped' and certificate.replaces_id is not null)
      )`,
  },
  {
    name: 'a template version with certificates is marked as used, and no other one is',
    broken: `
      select template_id as id from certificate_template_version as version
      where (used_at is not null) <> exists (
        select from certificate where certificate.template_id = version.template_id and template_number = version.number
      )`,
  },
]
