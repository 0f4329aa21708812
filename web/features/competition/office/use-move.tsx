import { listPhases } from '@lectern/contract/competition/phases.ts'
import { App } from 'antd'
import {
  moveActivity,
  readActivitySource,
  type ActivityItem,
  type ActivitySource,
} from '@lectern/contract/competition/activities.ts'
import type { ActivityState } from '@lectern/contract/competition/competition-values.ts'
import type { Client } from '../../../request/client.ts'
import { problemsOf } from '../../../request/request-error.ts'
import { useIntl } from '../../../ui/intl.tsx'
import { PublishChecklist } from './components/publish-checklist.tsx'
import { ScheduleQuestion } from './components/schedule-question.tsx'
import { publishChecks } from './publish-check.ts'

interface Moved {
  activity: ActivityItem
  name: string
  state: ActivityState
}

/**
 * Publishes now or later, archives, or moves back to draft. Shows a checklist before publishing, and asks for
 * confirmation before archiving an activity with teams.
 */
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
  const checksOf = async ({ activity }: Moved) => {
    const [source, timeline] = await Promise.all([
      client(readActivitySource, { params: { id: activity.id } }),
      client(listPhases, { query: { edition: activity.editionId } }),
    ])
    return publishChecks(source, timeline)
  }
  const askToPublish = async (wanted: Moved): Promise<boolean> => {
    const checks = await checksOf(wanted)
    return new Promise((resolve) => {
      modal.confirm({
        title: intl.formatMessage({ id: 'office.activities.publish.title' }, { name: wanted.name }),
        content: <PublishChecklist checks={checks} />,
        okText: intl.formatMessage({ id: 'office.publishing.move.published' }),
        onOk: () => resolve(true),
        onCancel: () => resolve(false),
      })
    })
  }
  const send = async ({ activity: { id, version }, state }: Moved, publishAt?: string): Promise<ActivitySource> => {
    const body = { state, version, ...(publishAt !== undefined && { publishAt }) }
    const moved = await client(moveActivity, { params: { id }, body }, { inPlaceSignIn: true })
    void message.success(intl.formatMessage({ id: `office.publishing.moved.${state}` }))
    return moved
  }
  const schedule = async (wanted: Moved): Promise<ActivitySource | undefined> => {
    const checks = await checksOf(wanted)
    let when = wanted.activity.publishAt
    return new Promise((resolve) => {
      const contentOf = (problem?: string) => (
        <ScheduleQuestion checks={checks} initial={when} problem={problem} onChange={(next) => (when = next)} />
      )
      const attempt = async (close: () => void): Promise<void> => {
        const sent = await send(wanted, when ?? undefined).catch((error: unknown) => ({
          // Errors that are not about a field were shown by the request.
          problem: problemsOf(error)?.[0]?.message,
        }))
        if ('problem' in sent && sent.problem) return dialog.update({ content: contentOf(sent.problem) })
        close()
        resolve('problem' in sent ? undefined : sent)
      }
      const dialog = modal.confirm({
        title: intl.formatMessage({ id: 'office.activities.schedule.title' }, { name: wanted.name }),
        content: contentOf(),
        okText: intl.formatMessage({ id: 'office.publishing.move.scheduled' }),
        onOk: (close: () => void) => void attempt(close),
        onCancel: () => resolve(undefined),
      })
    })
  }
  return async (wanted: Moved): Promise<ActivitySource | undefined> => {
    const { activity, state } = wanted
    const isAsked = state === 'archived' && activity.state === 'published' && activity.teams > 0
    if (isAsked && !(await ask(wanted))) return undefined
    try {
      if (state === 'scheduled') return await schedule(wanted)
      if (state === 'published' && !(await askToPublish(wanted))) return undefined
      return await send(wanted)
    } catch {
      // The request has shown the reason.
      return undefined
    }
  }
}
