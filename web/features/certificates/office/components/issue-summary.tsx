import { Alert, Progress, Space } from 'antd'
import type { CertificateIssue } from '@lectern/contract/certificates/certificate-office.ts'
import type { BackgroundTask } from '@lectern/contract/tasks/tasks.ts'
import { Link } from '../../../../router/link.tsx'
import { useCertificateWords } from '../certificate-words.ts'
import { IssueStateTag } from './certificate-state.tsx'
import type { Plan } from './plan-table.tsx'

const nobody = { new: 0, issued: 0, revoked: 0, blocked: 0 }

interface IssueSummaryProps {
  issue: CertificateIssue
  plan: Plan | undefined
  /** Why there is no plan. */
  refusal: string | undefined
  task: BackgroundTask | undefined
  hasFailed: boolean
}

/** How an issue stands. */
export const IssueSummary = ({ issue, plan, refusal, task, hasFailed }: IssueSummaryProps) => {
  const { t } = useCertificateWords()
  const isIssuing = issue.state === 'issuing'
  const { new: count, issued, revoked, blocked } = plan?.counts ?? nobody
  return (
    <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
      <div>
        <IssueStateTag state={issue.state} /> {t(`source.${issue.source.from}`)} · {issue.template.name} · {issue.date}
      </div>
      {hasFailed && (
        <Alert
          type="error"
          showIcon
          title={t('issue.failed')}
          action={<Link to="/Admin/Task">{t('bundle.tasks')}</Link>}
        />
      )}
      {issue.may.start !== null && !isIssuing && <Alert type="info" showIcon title={issue.may.start} />}
      {refusal && <Alert type="info" showIcon title={refusal} />}
      {isIssuing && (
        <div role="status">
          {task?.total ? t('issue.progress', { ready: task.done ?? 0, total: task.total }) : t('issue.issuing')}
          <Progress
            percent={task?.total ? Math.round(((task.done ?? 0) / task.total) * 100) : 0}
            aria-label={t('issue.issuing')}
          />
        </div>
      )}
      {!isIssuing && plan?.first && plan.last && (
        <Alert type="info" showIcon title={t('plan.would', { count, first: plan.first, last: plan.last })} />
      )}
      {!isIssuing && count === 0 && issued > 0 && (
        <Alert type="success" showIcon title={t('plan.complete', { issued, revoked })} />
      )}
      {!isIssuing && blocked > 0 && <Alert type="warning" showIcon title={t('plan.blocked', { count: blocked })} />}
    </Space>
  )
}
