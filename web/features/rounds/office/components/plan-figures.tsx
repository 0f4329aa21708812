import { Alert, Table } from 'antd'
import type { Plan } from '@lectern/contract/rounds/review-plan.ts'
import { useTableSize } from '../../../admin-ui/density.ts'
import { wideTable } from '../../../admin-ui/wide-table.ts'
import { usePlanWords } from '../plan-words.ts'
import styles from './plan-figures.module.css'

const Loads = ({ plan }: { plan: Plan }) => {
  const { t } = usePlanWords()
  const most = Math.max(1, ...plan.loads.map(({ works, max }) => Math.max(works, max ?? 0)))
  const isPanels = plan.loads.some(({ panel }) => panel !== null)
  return (
    <section>
      <h3 className={styles.heading}>{t(isPanels ? 'loads.panels' : 'loads.experts')}</h3>
      <ul className={styles.loads}>
        {plan.loads.map(({ reviewer, panel, name, works, max }) => (
          <li key={reviewer ?? panel} className={styles.load}>
            <span className="break-anywhere" title={name}>
              {name}
            </span>
            <span className={styles.bar} aria-hidden="true">
              <span className={styles.fill} style={{ inlineSize: `${(works / most) * 100}%` }} />
            </span>
            <span className={styles.count}>{max === null ? works : t('load', { works, max })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Short = ({ plan }: { plan: Plan }) => {
  const { t } = usePlanWords()
  const size = useTableSize()
  return (
    <section>
      <h3 className={styles.heading}>{t('short', { count: plan.shortTotal })}</h3>
      <Table
        rowKey={({ entry, reason }) => `${entry} ${reason}`}
        size={size}
        dataSource={plan.short}
        pagination={plan.short.length > 10 ? { pageSize: 10, showSizeChanger: false } : false}
        {...wideTable(plan.short)}
        columns={[
          { key: 'code', title: t('code'), render: (_, { code }) => <code>{code}</code> },
          { key: 'title', title: t('work'), dataIndex: 'title' },
          { key: 'missing', title: t('missing'), dataIndex: 'missing', align: 'right' },
          { key: 'reason', title: t('reason'), dataIndex: 'reason' },
        ]}
      />
    </section>
  )
}

/** What a dry run would do. */
export const PlanFigures = ({ plan }: { plan: Plan }) => {
  const { t, intl } = usePlanWords()
  const { fit } = plan
  const numbers: [label: string, value: string][] = [
    [t('works'), intl.formatNumber(plan.works)],
    [t('experts'), intl.formatNumber(plan.experts)],
    [t('assignments'), intl.formatNumber(plan.assignments)],
    ...(plan.publishedAt === null
      ? ([
          [t('added'), intl.formatNumber(plan.added, { signDisplay: 'exceptZero' })],
          [t('removed'), intl.formatNumber(-plan.removed, { signDisplay: 'negative' })],
        ] as [string, string][])
      : []),
    ...(fit
      ? ([
          [t('fit.full'), intl.formatNumber(fit.full)],
          [t('fit.part'), intl.formatNumber(fit.part)],
          [t('fit.none'), intl.formatNumber(fit.none)],
        ] as [string, string][])
      : []),
    [t('connected'), t(plan.isConnected ? 'connected.yes' : 'connected.no')],
  ]
  return (
    <div className="stack-fit gap-24">
      <dl className={styles.numbers}>
        {numbers.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {plan.advice.length > 0 && (
        <Alert
          type={plan.shortTotal > 0 ? 'warning' : 'info'}
          title={t('advice')}
          description={
            <ul className={styles.list}>
              {plan.advice.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          }
        />
      )}
      {plan.shortTotal > 0 && <Short plan={plan} />}
      <Loads plan={plan} />
    </div>
  )
}
