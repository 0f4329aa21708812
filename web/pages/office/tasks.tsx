import { maxTaskAttempts, taskKinds, taskStates } from '@lectern/contract/tasks/task-values.ts'
import { cancelTask, retryTask, type BackgroundTask } from '@lectern/contract/tasks/tasks.ts'
import type { MessageId } from '@lectern/messages/message-id.ts'
import { Space, Table, Typography } from 'antd'
import { useClient } from '../../app/client-context.tsx'
import { OfficeFrame } from '../../app/office/office-frame.tsx'
import { usePagesOfTable } from '../../app/office/page-of-table.ts'
import { useActionsColumn } from '../../features/admin-ui/actions-column.tsx'
import { EmptyList } from '../../features/admin-ui/components/empty-list.tsx'
import { FilterBar } from '../../features/admin-ui/components/filter-bar.tsx'
import { ListFilter } from '../../features/admin-ui/components/list-filter.tsx'
import { useTableSize } from '../../features/admin-ui/density.ts'
import { pickQuery, useListAddress } from '../../features/admin-ui/list-address.ts'
import { wideTable } from '../../features/admin-ui/wide-table.ts'
import { TaskState } from '../../features/tasks/components/task-state.tsx'
import { TaskSubject } from '../../features/tasks/components/task-subject.tsx'
import { durationIn } from '../../features/tasks/duration.ts'
import { askForTasks, useLiveTasks, type TaskQuery } from '../../features/tasks/use-live-tasks.ts'
import type { LoaderInput } from '../../router/route.ts'
import { useData, useRouter } from '../../router/router-context.tsx'
import { useIntl } from '../../ui/intl.tsx'
import { Moment, useZoned } from '../../ui/moment.tsx'

const queryOf = (query: URLSearchParams): TaskQuery =>
  pickQuery<TaskQuery>(query, ['state', 'kind', 'page', 'pageSize'])

export const loader = ({ query, client }: LoaderInput) => askForTasks(client, queryOf(query))

export default function Tasks() {
  const intl = useIntl()
  const client = useClient()
  const router = useRouter()
  const { query, busy, change } = useListAddress()
  const { list: data, at } = useLiveTasks(client, useData<typeof loader>(), queryOf(query))
  const pages = usePagesOfTable(data, change)
  const zoned = useZoned()
  const size = useTableSize()
  const actions = useActionsColumn()
  const text = (id: MessageId): string => intl.formatMessage({ id })
  const move = async (step: typeof cancelTask | typeof retryTask, { id }: BackgroundTask): Promise<void> => {
    try {
      await client(step, { params: { id } })
    } catch {
      // The request has shown the reason.
    }
    await router.reload()
  }
  const stateWithCount = (state: BackgroundTask['state']): string =>
    intl.formatMessage(
      { id: 'office.tasks.stateCount' },
      { state: text(`office.tasks.state.${state}`), count: data.counts[state] },
    )
  return (
    <OfficeFrame title={text('menu.tasks')}>
      <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
        <Typography.Text type="secondary">{text('office.tasks.intro')}</Typography.Text>
        <FilterBar list="tasks">
          <ListFilter
            query={query}
            change={change}
            name="state"
            label={text('office.tasks.state')}
            options={taskStates.map((value) => ({ value, label: stateWithCount(value) }))}
          />
          <ListFilter
            query={query}
            change={change}
            name="kind"
            label={text('office.tasks.kind')}
            options={taskKinds.map((value) => ({ value, label: text(`office.tasks.kind.${value}`) }))}
          />
        </FilterBar>
        <Table<BackgroundTask>
          rowKey="id"
          size={size}
          loading={busy}
          dataSource={data.list}
          pagination={pages}
          {...wideTable(data.list)}
          locale={{ emptyText: <EmptyList noMatch={text('office.tasks.none')} /> }}
          columns={[
            { title: text('office.tasks.subject'), render: (_, task) => <TaskSubject task={task} /> },
            { title: text('office.tasks.state'), render: (_, task) => <TaskState task={task} /> },
            { title: text('office.tasks.kind'), render: (_, { kind }) => text(`office.tasks.kind.${kind}`) },
            { title: zoned(text('office.time')), render: (_, { createdAt }) => <Moment value={createdAt} /> },
            {
              title: text('office.tasks.attempts'),
              align: 'end',
              render: (_, { attempts }) =>
                intl.formatMessage({ id: 'office.tasks.attemptsOf' }, { attempts, most: maxTaskAttempts }),
            },
            {
              title: text('office.tasks.startedBy'),
              render: (_, { startedBy }) => startedBy ?? text('office.tasks.bySystem'),
            },
            {
              title: text('office.tasks.duration'),
              align: 'end',
              render: (_, { state, startedAt, finishedAt }) => {
                if (!startedAt || (!finishedAt && state !== 'running')) return null
                return durationIn(intl, (finishedAt ? Date.parse(finishedAt) : at) - Date.parse(startedAt))
              },
            },
            actions(
              ({ subject }) => subject,
              (task) => [
                ...(task.may.cancel
                  ? [{ key: 'cancel', label: text('office.tasks.cancel'), onClick: () => void move(cancelTask, task) }]
                  : []),
                ...(task.may.retry
                  ? [{ key: 'retry', label: text('office.tasks.retry'), onClick: () => void move(retryTask, task) }]
                  : []),
              ],
            ),
          ]}
        />
      </Space>
    </OfficeFrame>
  )
}
