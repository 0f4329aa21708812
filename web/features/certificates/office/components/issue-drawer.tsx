import { Alert, App, Button, Drawer, Progress, Segmented, Skeleton, Space, Table } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import type { CertificateIssue, PlanRow } from '@lectern/contract/certificate-office.ts'
import { planOutcomes, type PlanOutcome } from '@lectern/contract/certificate-values.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type { CertificateIssueId } from '@lectern/contract/ids.ts'
import type { Client } from '../../../../request/client.ts'
import { ConfirmDelete } from '../../../admin-ui/components/confirm-delete.tsx'
import { EmptyList } from '../../../admin-ui/components/empty-list.tsx'
import { useFollowedTask } from '../../../tasks/use-followed-task.ts'
import { deleteIssue, notifyHolders, readIssue, readIssuePlan, startIssue } from '../api.ts'
import { useCertificateWords } from '../certificate-words.ts'
import { IssueStateTag, OutcomeTag } from './certificate-state.tsx'
import { ImportPeople } from './import-people.tsx'
import { IssueChange } from './issue-change.tsx'

type Plan = AnswerOf<typeof readIssuePlan>
const pageSize = 20

interface IssueDrawerProps {
  client: Client
  id: CertificateIssueId
  onChanged: () => void
  onClose: () => void
}

/** Who would get what, and what is in the way. */
const PlanTable = ({
  plan,
  outcome,
  page,
  onFilter,
}: {
  plan: Plan
  outcome: PlanOutcome | undefined
  page: number
  onFilter: (outcome: PlanOutcome | undefined, page: number) => void
}) => {
  const { t } = useCertificateWords()
  const all = planOutcomes.reduce((sum, each) => sum + plan.counts[each], 0)
  return (
    <>
      <div style={{ overflowX: 'auto', marginBlockEnd: 12 }}>
        <Segmented
          aria-label={t('plan.filter')}
          value={outcome ?? 'all'}
          onChange={(value) => onFilter(value === 'all' ? undefined : (value as PlanOutcome), 1)}
          options={[
            { value: 'all', label: t('plan.all', { count: all }) },
            ...planOutcomes
              .filter((each) => plan.counts[each] > 0)
              .map((each) => ({ value: each, label: `${t(`outcome.${each}`)} ${plan.counts[each]}` })),
          ]}
        />
      </div>
      <Table<PlanRow & { key: number }>
        size="small"
        dataSource={plan.list.map((row, position) => ({ ...row, key: (page - 1) * pageSize + position }))}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <EmptyList noMatch={t('plan.none')} /> }}
        pagination={{
          current: page,
          pageSize,
          total: plan.total,
          showSizeChanger: false,
          hideOnSinglePage: true,
          onChange: (next) => onFilter(outcome, next),
        }}
        columns={[
          {
            key: 'name',
            title: t('name'),
            render: (_, { name, institution }) => (
              <>
                {name}
                <small style={{ display: 'block', color: 'var(--ink-2)' }}>{institution}</small>
              </>
            ),
          },
          {
            key: 'award',
            title: t('award'),
            render: (_, { award, work }) => (
              <>
                {award}
                {work && <small style={{ display: 'block', color: 'var(--ink-2)' }}>{work}</small>}
              </>
            ),
          },
          {
            key: 'outcome',
            title: t('plan.outcome'),
            render: (_, { outcome: own, number, problems }) => (
              <>
                <OutcomeTag outcome={own} />
                {number && <small style={{ display: 'block' }}>{number}</small>}
                {problems.map((problem) => (
                  <small key={problem} style={{ display: 'block' }}>
                    {problem}
                  </small>
                ))}
              </>
            ),
          },
        ]}
      />
    </>
  )
}

/** An issue: a dry run first, then certificates for everybody who has none yet. */
export const IssueDrawer = ({ client, id, onChanged, onClose }: IssueDrawerProps) => {
  const { t } = useCertificateWords()
  const { message } = App.useApp()
  const [isOpen, setOpen] = useState(true)
  const [issue, setIssue] = useState<CertificateIssue>()
  const [plan, setPlan] = useState<Plan>()
  const [filter, setFilter] = useState<{ outcome: PlanOutcome | undefined; page: number }>({
    outcome: undefined,
    page: 1,
  })
  const [busy, setBusy] = useState(false)
  const [dialog, setDialog] = useState<'import' | 'change' | 'delete'>()
  const load = useCallback(async (): Promise<void> => {
    const query = {
      page: String(filter.page),
      pageSize: String(pageSize),
      ...(filter.outcome && { outcome: filter.outcome }),
    }
    const [current, planned] = await Promise.all([
      client(readIssue, { params: { id } }),
      client(readIssuePlan, { params: { id }, query }),
    ])
    setIssue(current)
    setPlan(planned)
  }, [client, id, filter])
  useEffect(() => {
    // The request shows its own failure.
    load().catch(() => undefined)
  }, [load])
  const reload = (): void => {
    load().catch(() => undefined)
    onChanged()
  }
  const task = useFollowedTask(client, issue?.state === 'issuing' ? issue.task : null, reload)
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true)
    try {
      await work()
      reload()
    } catch {
      // The request has shown the reason.
    }
    setBusy(false)
  }
  const close = (): void => setOpen(false)
  const count = plan?.counts.new ?? 0
  return (
    <Drawer
      open={isOpen}
      size="large"
      title={issue ? `${t(`kind.${issue.kind}`)} · ${issue.title}` : t('issue.title')}
      onClose={close}
      afterOpenChange={(opened) => opened || onClose()}
      footer={
        issue && (
          <Space wrap>
            <Button
              type="primary"
              loading={busy}
              disabled={issue.may.start !== null || count === 0}
              onClick={() =>
                void run(() =>
                  client(startIssue, { params: { id }, body: { version: issue.version } }, { inPlaceSignIn: true }),
                )
              }
            >
              {t('issue.start', { count })}
            </Button>
            {issue.may.edit === null && (
              <Button aria-haspopup="dialog" onClick={() => setDialog('change')}>
                {t('issue.change')}
              </Button>
            )}
            {issue.source.from === 'sheet' && (
              <Button aria-haspopup="dialog" disabled={issue.may.edit !== null} onClick={() => setDialog('import')}>
                {t('import')}
              </Button>
            )}
            {issue.certificates > 0 && (
              <Button
                loading={busy}
                onClick={() =>
                  void run(async () => {
                    const { notified } = await client(notifyHolders, { params: { id } }, { inPlaceSignIn: true })
                    void message.success(t('issue.notified', { count: notified }))
                  })
                }
              >
                {t('issue.notify')}
              </Button>
            )}
            {issue.may.delete === null && (
              <Button danger aria-haspopup="dialog" onClick={() => setDialog('delete')}>
                {t('issue.delete')}
              </Button>
            )}
          </Space>
        )
      }
    >
      {issue && plan ? (
        <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
          <div>
            <IssueStateTag state={issue.state} /> {t(`source.${issue.source.from}`)} · {issue.template.name} ·{' '}
            {issue.date}
          </div>
          {issue.may.start !== null && issue.state !== 'issuing' && (
            <Alert type="info" showIcon title={issue.may.start} />
          )}
          {issue.state === 'issuing' && (
            <div role="status">
              {t('issue.progress', { ready: issue.ready, total: issue.certificates })}
              <Progress
                percent={task?.total ? Math.round(((task.done ?? 0) / task.total) * 100) : 0}
                aria-label={t('issue.issuing')}
              />
            </div>
          )}
          {count > 0 && plan.first && plan.last && (
            <Alert type="info" showIcon title={t('plan.would', { count, first: plan.first, last: plan.last })} />
          )}
          {plan.counts.blocked > 0 && (
            <Alert type="warning" showIcon title={t('plan.blocked', { count: plan.counts.blocked })} />
          )}
          <PlanTable
            plan={plan}
            outcome={filter.outcome}
            page={filter.page}
            onFilter={(outcome, page) => setFilter({ outcome, page })}
          />
        </Space>
      ) : (
        <Skeleton active />
      )}
      {dialog === 'import' && (
        <ImportPeople client={client} id={id} onImported={reload} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'change' && issue && (
        <IssueChange client={client} issue={issue} onSaved={reload} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'delete' && issue && (
        <ConfirmDelete
          name={issue.title}
          needsName={false}
          onDelete={async () => {
            await client(
              deleteIssue,
              { params: { id }, query: { version: String(issue.version) } },
              { inPlaceSignIn: true },
            )
            onChanged()
            close()
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </Drawer>
  )
}
