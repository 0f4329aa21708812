import type { WorkId } from '@lectern/contract/ids.ts'
import type { Ctx } from '../../../platform/context.ts'
import { noticesToTeam } from '../../enrolments/service.ts'
import { asWritten, sendNotices, type NoticeOf } from '../../notices/service.ts'
import type { TeamView } from '../../teams/service.ts'

type Given = Parameters<typeof noticesToTeam>[2]

interface WorkNotification extends Omit<Given, 'now' | 'link'> {
  /** Absent: no work has been started. */
  id: WorkId | undefined
}

/** Notifies everybody in a team about its work: `notice.work.<what>`. */
export const notifyTeamOfWork = async (
  ctx: Ctx,
  team: TeamView,
  what: NoticeOf<'work.'>,
  { id, values, ...rest }: WorkNotification,
): Promise<void> => {
  const link = id ? `/account/Work/Edit?id=${id}` : '/account/Work'
  const number = asWritten(team.enrolment?.number ?? '')
  await sendNotices(
    ctx,
    noticesToTeam(team, `work.${what}`, {
      ...rest,
      now: ctx.now,
      link,
      values: { number, ...values },
    }),
  )
}
