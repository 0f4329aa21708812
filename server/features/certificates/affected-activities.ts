import type { IssueSourceInput } from '@lectern/contract/certificates/certificate-office.ts'
import type {
  ActivityId,
  CertificateId,
  CertificateIssueId,
  CertificateTemplateId,
  CorrectionId,
  EditionId,
  TaskId,
} from '@lectern/contract/ids.ts'
import { sql, type SQL } from '../../platform/database/drizzle.ts'
import { forOthers } from '../steps/service.ts'
import { activitiesOfRound } from '../rounds/service.ts'
import { whereBearsStamp, whereStamped } from './templates/demo-stamp.ts'

// Which activities a step of an organiser is about: whoever takes part in one of them may not take it.

/** Joins the activities of an issue: its own, those of its round, or, of a sheet for the whole edition, all. */
const activitiesOfIssues = sql`
  certificate_issue join activity on activity.id = certificate_issue.activity_id
    or certificate_issue.activity_id is null and activity.edition_id = certificate_issue.edition_id and (
      certificate_issue.source ->> 'round' is null or exists (
        select from round_activity
        where round_activity.activity_id = activity.id
          and round_activity.round_id = (certificate_issue.source ->> 'round')::uuid
      )
    )
`

export const activitiesOfIssue = ({ id }: { id: CertificateIssueId }): SQL =>
  sql`select activity.id from ${activitiesOfIssues} where certificate_issue.id = ${id}`

/** Selects the ids of the issues that are about one of these activities. */
export const issuesAbout = (activities: SQL): SQL =>
  sql`select certificate_issue.id from ${activitiesOfIssues} where activity.id = any (${activities})`

export const issuesOfOthers = forOthers(activitiesOfIssue)

/** A template decides what the issues in preparation will print. */
export const templatesOfOthers = forOthers(
  ({ id }: { id: CertificateTemplateId }) => sql`
    select activity.id from ${activitiesOfIssues}
    where certificate_issue.template_id = ${id} and certificate_issue.state <> 'issued'
  `,
)

export const activitiesOfCertificate = ({ id }: { id: CertificateId }): SQL => sql`
  select activity.id from certificate join ${activitiesOfIssues} on certificate_issue.id = certificate.issue_id
  where certificate.id = ${id} and (certificate.activity_id is null or certificate.activity_id = activity.id)
`

/** Of certificates with the stamp of the demo, which are replaced together. */
export const activitiesOfStamped: SQL = sql`
  select activity.id from certificate join ${activitiesOfIssues} on certificate_issue.id = certificate.issue_id
  where ${whereStamped} and (certificate.activity_id is null or certificate.activity_id = activity.id)
`

export const certificatesOfOthers = forOthers(activitiesOfCertificate)

export const correctionsOfOthers = forOthers(
  ({ id }: { id: CorrectionId }) => sql`
    select work.activity_id from certificate_correction join work on work.id = certificate_correction.work_id
    where certificate_correction.id = ${id}
  `,
)

/** The activities of an issue that is about to be made. */
export const activitiesOfSource = (
  source: IssueSourceInput,
  { editionId, activityId }: { editionId: EditionId; activityId: ActivityId | null },
): SQL => {
  if (activityId) return sql`select ${activityId}::uuid`
  if (source.from === 'experts') return activitiesOfRound({ id: source.round })
  return sql`select activity.id from activity where activity.edition_id = ${editionId}`
}

export const activitiesOfTask = (id: TaskId): SQL => sql`
  select activity.id from task
  join ${activitiesOfIssues} on certificate_issue.id = (task.input ->> 'issue')::uuid
  where task.id = ${id}
  union all
  select activity.id from task
  join certificate on certificate.id = (task.input ->> 'certificate')::uuid
  join ${activitiesOfIssues} on certificate_issue.id = certificate.issue_id
  where task.id = ${id} and (certificate.activity_id is null or certificate.activity_id = activity.id)
  union all
  select activity.id from task
  join certificate on task.input ? 'stamped' and ${whereBearsStamp}
  join ${activitiesOfIssues} on certificate_issue.id = certificate.issue_id
  where task.id = ${id} and (certificate.activity_id is null or certificate.activity_id = activity.id)
`
