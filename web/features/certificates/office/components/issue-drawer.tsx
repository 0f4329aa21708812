import { App, Button, Drawer, Skeleton, Space } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import {
  deleteIssue,
  notifyHolders,
  readIssue,
  readIssuePlan,
  startIssue,
  type CertificateIssue,
} from '@lectern/contract/certificates/certificate-office.ts'
import type { PlanOutcome } from '@lectern/contract/certificates/certificate-values.ts'
import type { CertificateIssueId } from '@lectern/contract/ids.ts'
import type { Client } from '../../../../request/client.ts'
import { failureOf } from '../../../../request/request-error.ts'
import { ConfirmDelete } from '../../../admin-ui/components/confirm-delete.tsx'
import { LinkButton } from '../../../admin-ui/components/link-button.tsx'
import { useFollowedTask } from '../../../tasks/use-followed-task.ts'
import { useBundle } from '../use-bundle.tsx'
import { useCertificateWords } from '../certificate-words.ts'
import { ImportPeople } from './import-people.tsx'
import { IssueChange } from './issue-change.tsx'
import { IssueSample } from './issue-sample.tsx'
import { IssueStart } from './issue-start.tsx'
import { IssueSummary } from './issue-summary.tsx'
import { planPageSize, PlanTable, type Plan } from './plan-table.tsx'

interface IssueDrawerProps {
  client: Client
  id: CertificateIssueId
  onChanged: () => void
  onClose: () => void
}

interface Filter {
  outcome: PlanOutcome | undefined
  page: number
}

const everybody: Filter = { outcome: undefined, page: 1 }

/** An issue and who would get what. Issues without a plan are shown too: their result list may be superseded. */
const useIssue = (client: Client, id: CertificateIssueId, { outcome, page }: Filter) => {
  const { t } = useCertificateWords()
  const [issue, setIssue] = useState<CertificateIssue>()
  const [planned, setPlanned] = useState<{ plan?: Plan; error?: Error }>({})
  const turn = useRef(0)
  const load = useCallback(async (): Promise<void> => {
    turn.current += 1
    const own = turn.current
    const query = { page: String(page), pageSize: String(planPageSize), ...(outcome && { outcome }) }
    const [current, list] = await Promise.all([
      client(readIssue, { params: { id } }),
      client(readIssuePlan, { params: { id }, query }, { skipErrorHandler: true }).then(
        (plan) => ({ plan }),
        (error: Error) => ({ error }),
      ),
    ])
    // The answer to an earlier filter may arrive later.
    if (own !== turn.current) return
    setIssue(current)
    setPlanned(list)
  }, [client, id, outcome, page])
  useEffect(() => {
    // The request shows its own failure.
    load().catch(() => undefined)
  }, [load])
  const { plan, error } = planned
  const isSuperseded = issue?.source.from === 'results' && failureOf(error)?.error === 'certificate.sourceNotReady'
  return { issue, plan, refusal: isSuperseded ? t('issue.superseded') : error?.message, load }
}

/** An issue: a dry run first, then certificates for everybody who has none yet. */
export const IssueDrawer = ({ client, id, onChanged, onClose }: IssueDrawerProps) => {
  const { t } = useCertificateWords()
  const { message } = App.useApp()
  const [isOpen, setOpen] = useState(true)
  const [filter, setFilter] = useState(everybody)
  const { issue, plan, refusal, load } = useIssue(client, id, filter)
  const bundling = useBundle(client)
  const [busy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const [dialog, setDialog] = useState<'start' | 'import' | 'change' | 'sample' | 'delete'>()
  const reload = (): void => {
    load().catch(() => undefined)
    onChanged()
  }
  const task = useFollowedTask(client, issue?.state === 'issuing' ? issue.task : null, ({ state }) => {
    setFailed(state === 'failed')
    reload()
  })
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
  const start = async ({ version }: CertificateIssue): Promise<void> => {
    await client(startIssue, { params: { id }, body: { version } }, { inPlaceSignIn: true })
    setFailed(false)
    setFilter(everybody)
  }
  const count = plan?.counts.new ?? 0
  const notify = async (): Promise<void> => {
    const { notified } = await client(notifyHolders, { params: { id } }, { inPlaceSignIn: true })
    void message.success(t('issue.notified', { count: notified }))
  }
  const close = (): void => setOpen(false)
  return (
    <Drawer
      open={isOpen}
      size="large"
      title={issue ? `${t(`kind.${issue.kind}`)} · ${issue.year} ${issue.title}` : t('issue.title')}
      onClose={close}
      afterOpenChange={(opened) => opened || onClose()}
      footer={
        issue && (
          <Space wrap>
            {count > 0 && issue.state !== 'issuing' && (
              <Button
                type="primary"
                loading={busy}
                disabled={issue.may.start !== null}
                aria-haspopup="dialog"
                onClick={() => setDialog('start')}
              >
                {t('issue.start', { count })}
              </Button>
            )}
            {issue.certificates > 0 && <LinkButton to={`/Admin/Certificate?issue=${id}`}>{t('issue.show')}</LinkButton>}
            {issue.ready > 0 && (
              <Button loading={bundling.isBusy} onClick={() => void bundling.begin({ filter: { issue: id } })}>
                {t('bundle')}
              </Button>
            )}
            {issue.sheetRows !== null && issue.may.edit === null && (
              <Button
                type={issue.sheetRows === 0 ? 'primary' : 'default'}
                aria-haspopup="dialog"
                onClick={() => setDialog('import')}
              >
                {t('import')}
              </Button>
            )}
            {issue.may.edit === null && (
              <Button aria-haspopup="dialog" onClick={() => setDialog('change')}>
                {t('issue.change')}
              </Button>
            )}
            {issue.ready > 0 && (
              <Button loading={busy} onClick={() => void run(notify)}>
                {t('issue.notify')}
              </Button>
            )}
            <Button aria-haspopup="dialog" onClick={() => setDialog('sample')}>
              {t('issue.sample')}
            </Button>
            {issue.may.delete === null && (
              <Button danger aria-haspopup="dialog" onClick={() => setDialog('delete')}>
                {t('issue.delete')}
              </Button>
            )}
          </Space>
        )
      }
    >
      {issue && (plan || refusal) ? (
        <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
          <IssueSummary issue={issue} plan={plan} refusal={refusal} task={task} hasFailed={hasFailed} />
          {plan && issue.sheetRows !== 0 && (
            <PlanTable
              plan={plan}
              outcome={filter.outcome}
              page={filter.page}
              onFilter={(outcome, page) => setFilter({ outcome, page })}
            />
          )}
        </Space>
      ) : (
        <Skeleton active />
      )}
      {dialog === 'start' && issue && (
        <IssueStart
          client={client}
          issue={issue}
          count={count}
          onStart={() => run(() => start(issue))}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'import' && (
        <ImportPeople client={client} id={id} onImported={reload} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'change' && issue && (
        <IssueChange client={client} issue={issue} onSaved={reload} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'sample' && issue && (
        <IssueSample client={client} issue={issue} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'delete' && issue && (
        <ConfirmDelete
          name={`${issue.year} ${issue.title}`}
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
