import { App } from 'antd'
import type { ActivityItem, ActivitySource } from '@lectern/contract/activities.ts'
import type { ActivityState } from '@lectern/contract/competition-values.ts'
import type { Client } from '../../request/client.ts'
import { useIntl } from '../../ui/intl.tsx'
import { timelineOf } from '../phases/api.ts'
import { activityMove, activitySource } from './api.ts'
import { PublishChecklist } from './components/publish-checklist.tsx'
import { publishChecks } from './publish-check.ts'

interface Moved {
  activity: ActivityItem
  name: string
  state: ActivityState
}

/** Publishes, archives or takes back. Before visitors see it, what it has and lacks is shown; what would end the enrolment of teams is asked. */
export const useMove = (client: Client) => {
  const intl = useIntl()
  const { modal, message } = App.useApp()
  const ask = ({ activity: { teams }, name }: Moved): Promise<boolean> =>
    new Promise((resolve) => {
      modal.confirm({
        title: intl.formatMessage({ id: 'office.activities.archive.title' }, { name }),
        content: intl.formatMessage({ id: 'office.activities.archive.help' }, { teams }),
        okText: intl.formatMessage({ id: 'office.publishing.move.archived' }),
        onOk: () => resolve(true),
        onCancel: () => resolve(false),
      })
    })
  const askToPublish = async ({ activity, name }: Moved): Promise<boolean> => {
    const [source, timeline] = await Promise.all([
      client(activitySource, { params: { id: activity.id } }),
      client(timelineOf, { query: { edition: activity.editionId } }),
    ])
    return new Promise((resolve) => {
      modal.confirm({
        title: intl.formatMessage({ id: 'office.activities.publish.title' }, { name }),
        content: <PublishChecklist checks={publishChecks(source, timeline)} />,
        okText: intl.formatMessage({ id: 'office.publishing.move.published' }),
        onOk: () => resolve(true),
        onCancel: () => resolve(false),
      })
    })
  }
  return async (wanted: Moved): Promise<ActivitySource | undefined> => {
    const { activity, state } = wanted
    const isAsked = state === 'archived' && activity.state === 'published' && activity.teams > 0
    if (isAsked && !(await ask(wanted))) return undefined
    try {
      if (state === 'published' && !(await askToPublish(wanted))) return undefined
      const body = { state, version: activity.version }
      const moved = await client(activityMove, { params: { id: activity.id }, body }, { inPlaceSignIn: true })
      void message.success(intl.formatMessage({ id: `office.publishing.moved.${state}` }))
      return moved
    } catch {
      // The request has said why.
      return undefined
    }
  }
}
