import { Segmented, Table } from 'antd'
import type { PlanRow, readIssuePlan } from '@lectern/contract/certificates/certificate-office.ts'
import { planOutcomes, type PlanOutcome } from '@lectern/contract/certificates/certificate-values.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import { EmptyList } from '../../../admin-ui/components/empty-list.tsx'
import { useCertificateWords } from '../certificate-words.ts'
import { OutcomeTag } from './certificate-state.tsx'

export type Plan = AnswerOf<typeof readIssuePlan>
export const planPageSize = 20

interface PlanTableProps {
  plan: Plan
  outcome: PlanOutcome | undefined
  page: number
  onFilter: (outcome: PlanOutcome | undefined, page: number) => void
}

const Below = ({ children }: { children: string }) => (
  <small style={{ display: 'block', color: 'var(--ink-2)' }}>{children}</small>
)

/** Who would get what, and what is in the way. */
export const PlanTable = ({ plan, outcome, page, onFilter }: PlanTableProps) => {
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
        dataSource={plan.list.map((row, position) => ({ ...row, key: (page - 1) * planPageSize + position }))}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <EmptyList noMatch={t('plan.none')} /> }}
        pagination={{
          current: page,
          pageSize: planPageSize,
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
                <Below>{institution}</Below>
              </>
            ),
          },
          // Before what is printed, so that phones show it without scrolling.
          {
            key: 'outcome',
            title: t('plan.outcome'),
            render: (_, { outcome: own, number, problems }) => (
              <>
                <OutcomeTag outcome={own} />
                {number && <small style={{ display: 'block' }}>{number}</small>}
                {problems.map((problem) => (
                  <small key={problem} style={{ display: 'block', maxWidth: '32em', whiteSpace: 'normal' }}>
                    {problem}
                  </small>
                ))}
              </>
            ),
          },
          // Experts and institutions have neither.
          ...(plan.list.some(({ award, work }) => award || work)
            ? [
                {
                  key: 'award',
                  title: t(plan.list.some(({ award }) => award) ? 'award' : 'work'),
                  render: (_: unknown, { award, work }: PlanRow) => (
                    <>
                      {award || work}
                      {award && work && <Below>{work}</Below>}
                    </>
                  ),
                },
              ]
            : []),
        ]}
      />
    </>
  )
}
