import { Alert, Select, Space } from 'antd'
import type { ResultListId, TaskId } from '@lectern/contract/ids.ts'
import type { ActivityResults, ListHead, ResultList } from '@lectern/contract/results/results.ts'
import type { BackgroundTask } from '@lectern/contract/tasks/tasks.ts'
import type { Client } from '../../../../request/client.ts'
import { Link } from '../../../../router/link.tsx'
import { TaskState } from '../../../tasks/components/task-state.tsx'
import { nextStepOf } from '../next-step.ts'
import { resultAddress } from '../result-address.ts'
import { useResultWords } from '../result-words.ts'
import { ListState } from './list-state.tsx'
import { ListSteps } from './list-steps.tsx'

interface ResultHeadProps {
  client: Client
  results: ActivityResults
  list: ResultList | undefined
  /** Computes a new list; failed ones too. */
  task: BackgroundTask | undefined
  isComputing: boolean
  onChoose: (list: ResultListId) => void
  onChanged: () => void
  onComputing: (task: TaskId) => void
}

/** A list by what visitors know it by, or else by its number. */
export const useListName = () => {
  const { t } = useResultWords()
  return ({ number, publicVersion }: Pick<ListHead, 'number' | 'publicVersion'>): string =>
    publicVersion === null ? t('list.draft', { number }) : t('list.version', { version: publicVersion })
}

/** What comes next, or why it cannot be done yet. */
const NextStep = ({ results, list }: Pick<ResultHeadProps, 'results' | 'list'>) => {
  const { t, intl } = useResultWords()
  if (list?.supersededBy)
    return (
      <Alert
        type="warning"
        showIcon
        title={
          <>
            {t('old')} <Link to={resultAddress(results.id)}>{t('old.newest')}</Link>
          </>
        }
      />
    )
  if (results.todo.length > 0)
    return (
      <Alert
        type="warning"
        showIcon
        title={
          <>
            <strong>{t('todo')}</strong> · {results.todo.map(({ text }) => text).join(' ')}
          </>
        }
      />
    )
  if (list?.isScheduled && list.announcedAt)
    return (
      <Alert
        type="info"
        showIcon
        title={t('next.scheduled', { moment: intl.formatMoment(list.announcedAt, 'moment', list.timeZone) })}
      />
    )
  const next = nextStepOf(list)
  if (!next) return null
  const refusal = next === 'compute' ? results.may.compute : (list?.may[next] ?? null)
  return (
    <Alert
      type={refusal === null ? 'info' : 'warning'}
      showIcon
      title={
        <>
          <strong>{t('next.is', { step: t(`do.${next}`) })}</strong> · {refusal ?? t(`about.${next}`)}
        </>
      }
    />
  )
}

/** How the results of an activity stand, what comes next, and what can be done. */
export const ResultHead = (props: ResultHeadProps) => {
  const { results, list, task, isComputing, onChoose } = props
  const { t } = useResultWords()
  const nameOf = useListName()
  return (
    <div style={{ display: 'grid', gap: 12, marginBottom: 8 }}>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: '8px 16px', alignItems: 'center' }}>
        <Space wrap size={[12, 4]} style={{ flex: '1 1 300px' }}>
          {list && <ListState list={list} />}
          {results.lists.length > 1 && list ? (
            <Select
              aria-label={t('versions')}
              value={list.id}
              options={results.lists.map((one) => ({ value: one.id, label: nameOf(one) }))}
              onChange={onChoose}
              popupMatchSelectWidth={false}
              style={{ minWidth: 140 }}
            />
          ) : (
            list && <span>{nameOf(list)}</span>
          )}
          <span style={{ color: 'var(--ink-2)' }}>
            {t('head', { edition: results.edition.name, count: results.accepted })}
          </span>
        </Space>
        <ListSteps {...props} />
      </div>
      <div role="status">{task && (isComputing || task.state === 'failed') && <TaskState task={task} />}</div>
      <NextStep results={results} list={list} />
    </div>
  )
}
