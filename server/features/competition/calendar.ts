import type { ActivityId } from '@lectern/contract/ids.ts'
import { localize } from '@lectern/contract/localized.ts'
import { phaseKinds } from '@lectern/contract/competition-values.ts'
import { withBase } from '@lectern/contract/router-base.ts'
import type { SiteFacts } from '@lectern/contract/site.ts'
import type { Ctx } from '../../platform/context.ts'
import { writeCalendar, type CalendarEvent } from '../../platform/icalendar.ts'
import { t } from '../../platform/messages.ts'
import { momentText } from '../../platform/moments.ts'
import { phaseOf, type Phase } from './phases.ts'
import { readContest, requireActivity } from './service.ts'

type Address = Pick<SiteFacts, 'origin' | 'routerBase' | 'settings'>

/** What a phase belongs to: an edition or an activity. */
interface Owner {
  id: string
  name: string
  path: string
  timeZone: string
}

const minute = 60_000

/** Minutes before: a short one for an opening; a day and an hour for a deadline. */
const alarms = { opens: [10], closes: [24 * 60, 60] } as const

/** One event for the opening and one for the deadline, instead of one that lasts for weeks. */
const eventsOf = ({ locale }: Ctx, { origin, routerBase }: Address, owner: Owner, phase: Phase): CalendarEvent[] => {
  const { kind, opensAt, closesAt } = phase
  const [opens, closes] = [opensAt, closesAt].map((moment) => momentText(moment, locale, owner.timeZone))
  const values = { name: owner.name, phase: t(locale, `section.phase.${kind}`) }
  const shared = {
    description: t(locale, 'section.phase.window', { opensAt: opens!, closesAt: closes! }),
    url: `${origin}${withBase(owner.path, routerBase)}`,
  }
  const uid = (moment: string): string => `${owner.id}.${kind}.${moment}@${new URL(origin).hostname}`
  return [
    {
      ...shared,
      uid: uid('opens'),
      begins: opensAt,
      ends: new Date(opensAt.getTime() + 30 * minute),
      summary: t(locale, 'calendar.opens', values),
      alarmMinutes: alarms.opens,
    },
    {
      ...shared,
      uid: uid('closes'),
      // It ends with the phase, so that nobody takes the deadline for a start.
      begins: new Date(closesAt.getTime() - 30 * minute),
      ends: closesAt,
      summary: t(locale, 'calendar.closes', values),
      alarmMinutes: alarms.closes,
    },
  ]
}

/** The phases of the current edition, and those of its activities. */
export const editionCalendar = async (ctx: Ctx, address: Address): Promise<string> => {
  const { edition, activities, phases } = await readContest(ctx)
  const { locale } = ctx
  const timeZone = edition?.timeZone ?? address.settings.timeZone
  const name = localize(edition?.name ?? address.settings.title, locale).text
  const shared = phases.filter(({ activityId }) => activityId === null)
  const own = activities.flatMap(({ id, name: called }) =>
    phases
      .filter(({ activityId }) => activityId === id)
      .map((phase) => ({
        phase,
        owner: { id, name: localize(called, locale).text, path: `/EnrollFor/${id}`, timeZone },
      })),
  )
  const events = [
    ...shared.flatMap((phase) =>
      eventsOf(ctx, address, { id: edition!.id, name, path: '/EnrollFor', timeZone }, phase),
    ),
    ...own.flatMap(({ phase, owner }) => eventsOf(ctx, address, owner, phase)),
  ]
  return writeCalendar({ name, timeZone, language: locale, now: ctx.now, events })
}

/** The phases that apply to one activity. */
export const activityCalendar = async (ctx: Ctx, address: Address, id: ActivityId): Promise<string> => {
  const { edition, name: called, phases } = await requireActivity(ctx, id)
  const { timeZone } = edition
  const name = localize(called, ctx.locale).text
  const events = phaseKinds.flatMap((kind) => {
    const phase = phaseOf(phases, id, kind)
    return phase ? eventsOf(ctx, address, { id, name, path: `/EnrollFor/${id}`, timeZone }, phase) : []
  })
  return writeCalendar({ name, timeZone, language: ctx.locale, now: ctx.now, events })
}
