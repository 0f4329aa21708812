import type { ActivityId } from '@lectern/contract/ids.ts'
import type { AnswerOf } from '@lectern/contract/endpoint.ts'
import type {
  Dossier,
  ListedEnrolment,
  listEnrolmentChoices,
  listWaiting as listWaitingEndpoint,
} from '@lectern/contract/enrolments/enrolment-office.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Page } from '@lectern/contract/paging.ts'
import type { Ctx, SignedIn } from '../../../platform/context.ts'
import { refusalText } from '../../../platform/policy.ts'
import type { listChoices, OfficeRow, requireDossier } from './office.ts'
import { nameOf } from '../../teams/service.ts'
import { mayPutOnWaitingList } from '../policy.ts'
import { presentEnrolment } from '../present.ts'
import { captainOf } from '../steps.ts'
import type { listWaiting } from '../waiting/waiting-list.ts'

const toIso = (moment: Date | null): string | null => moment?.toISOString() ?? null

const presentRow = (ctx: Ctx, { activity, team, people, approval, ...row }: OfficeRow): ListedEnrolment => {
  const { text, locale } = localize(activity.name, ctx.locale)
  return {
    ...row,
    activity: { id: activity.id, code: activity.code, name: text, locale },
    team: { ...team, people },
    submittedAt: toIso(row.submittedAt),
    decidedAt: toIso(row.decidedAt),
    resubmitBy: toIso(row.resubmitBy),
    notifyAt: toIso(row.notifyAt),
    whyNotApprove: refusalText(approval, ctx.locale),
  }
}

export const presentPage = (ctx: Ctx, { list, ...page }: Page<OfficeRow>): Page<ListedEnrolment> => ({
  ...page,
  list: list.map((row) => presentRow(ctx, row)),
})

export const presentChoices = (
  ctx: Ctx,
  { edition, editions, activities }: Awaited<ReturnType<typeof listChoices>>,
): AnswerOf<typeof listEnrolmentChoices> => ({
  edition: edition?.id ?? null,
  timeZone: edition?.timeZone ?? null,
  editions: editions.map(({ id, year, name }) => ({ id, year, name: localize(name, ctx.locale).text })),
  activities: activities.map(({ id, code, name }) => ({ id, code, name: localize(name, ctx.locale).text })),
})

export const presentWaitingList = (
  own: ReadonlyMap<ActivityId, unknown>,
  { list, timeZone }: Awaited<ReturnType<typeof listWaiting>>,
): AnswerOf<typeof listWaitingEndpoint> => ({
  timeZone,
  list: list.flatMap(({ team, joinedAt }) => {
    const { waiting, enrolment } = team
    if (!waiting || !enrolment) return []
    const captain = captainOf(team)
    return [
      {
        position: waiting.position,
        offeredUntil: toIso(waiting.offeredUntil),
        isExpired: waiting.isExpired,
        enrolmentId: enrolment.id,
        team: { id: team.id, name: team.name },
        captain: nameOf(captain),
        school: captain.school,
        joinedAt: joinedAt.toISOString(),
        isOwnActivity: own.has(team.activityId),
      },
    ]
  }),
})

export const presentDossier = async (
  ctx: SignedIn,
  { view, snapshot, province, notifyAt, isOwnActivity, approval }: Awaited<ReturnType<typeof requireDossier>>,
): Promise<Dossier> => ({
  enrolment: await presentEnrolment(ctx, view),
  inGrace: view.enrolment.inGrace,
  province,
  notifyAt: toIso(notifyAt),
  isOwnActivity,
  whyNotApprove: refusalText(approval, ctx.locale),
  whyNotWaiting: refusalText(mayPutOnWaitingList(view, ctx.actor, ctx), ctx.locale),
  contacts: view.team.members.map(({ account: { id, email, phone } }) => ({ uid: id, email, phone })),
  snapshot: snapshot && {
    name: snapshot.name,
    slogan: snapshot.slogan,
    people: snapshot.members.map(({ accountId, ...person }) => ({ uid: accountId, ...person })),
  },
})
