import { Button, Empty, Progress, Table, type TablePaginationConfig } from 'antd'
import type { CertificateIssue } from '@lectern/contract/certificates/certificate-office.ts'
import { Moment, useZoned } from '../../../../ui/moment.tsx'
import { useTableSize } from '../../../admin-ui/density.ts'
import { wideTable } from '../../../admin-ui/wide-table.ts'
import { useCertificateWords } from '../certificate-words.ts'
import { IssueStateTag } from './certificate-state.tsx'

interface IssueTableProps {
  issues: readonly CertificateIssue[]
  pages: TablePaginationConfig
  busy: boolean
  onOpen: (issue: CertificateIssue) => void
  onCreate: () => void
}

export const IssueTable = ({ issues, pages, busy, onOpen, onCreate }: IssueTableProps) => {
  const { t } = useCertificateWords()
  const zoned = useZoned()
  const size = useTableSize()
  return (
    <Table<CertificateIssue>
      rowKey="id"
      size={size}
      loading={busy}
      dataSource={issues}
      pagination={pages}
      {...wideTable(issues)}
      locale={{
        emptyText: (
          <Empty description={t('issue.none')}>
            <Button type="primary" aria-haspopup="dialog" onClick={onCreate}>
              {t('issue.create')}
            </Button>
          </Empty>
        ),
      }}
      columns={[
        {
          key: 'title',
          title: t('issue.title'),
          render: (_, issue) => (
            <>
              <Button type="link" style={{ padding: 0, height: 'auto' }} onClick={() => onOpen(issue)}>
                {t(`kind.${issue.kind}`)}
              </Button>
              <small style={{ display: 'block', color: 'var(--ink-2)' }}>
                {issue.year} {issue.title}
              </small>
            </>
          ),
        },
        { key: 'state', title: t('state'), render: (_, { state }) => <IssueStateTag state={state} /> },
        { key: 'source', title: t('issue.source'), render: (_, { source }) => t(`source.${source.from}`) },
        { key: 'template', title: t('template'), render: (_, { template }) => template.name },
        {
          key: 'certificates',
          title: t('issue.certificates'),
          align: 'end',
          render: (_, { state, certificates, ready }) =>
            state === 'issuing' && certificates > 0 ? (
              <Progress
                percent={Math.round((ready / certificates) * 100)}
                size="small"
                style={{ width: 120 }}
                aria-label={t('issue.progress', { ready, total: certificates })}
              />
            ) : (
              certificates
            ),
        },
        {
          key: 'blocked',
          title: t('outcome.blocked'),
          align: 'end',
          render: (_, { blocked }) => (blocked > 0 ? blocked : '–'),
        },
        {
          key: 'createdAt',
          title: zoned(t('issue.createdAt')),
          render: (_, { createdAt }) => <Moment value={createdAt} />,
        },
      ]}
    />
  )
}
