import type { ActivityId } from '@lectern/contract/ids.ts'
import { localize } from '@lectern/contract/localized.ts'
import { phaseKinds } from '@lectern/contract/competition/competition-values.ts'
import { withBase } from '@lectern/contract/router-base.ts'
import type { SiteFacts } from '@lectern/contract/settings/site.ts'
import type { Ctx } from '../../../platform/context.ts'
import { windowEvents, writeCalendar, type CalendarEvent } from '../../../platform/icalendar.ts'
import { t } from '../../../platform/messages.ts'
import { momentText } from '../../../platform/moments.ts'
import { sharedSchedule } from './actual-phases.ts'
import { phaseOf, type Phase } from './phases.ts'
import { readContest, requireActivity } from '../service.ts'

type Address = Pick<SiteFacts, 'origin' | 'routerBase' | 'settings'>

/** What a phase belongs to: an edition or an activity. */
interface Owner {
  id: string
  name: string
  path: string
  timeZone: string
}

const eventsOf = ({ locale }: Ctx, { origin, routerBase }: Address, owner: Owner, phase: Phase): CalendarEvent[] => {
  const { kind, opensAt, closesAt } = phase
  const [opens, closes] = [opensAt, closesAt].map((moment) => momentText(moment, locale, owner.timeZone))
  const values = { name: owner.name, phase: t(locale, `section.phase.${kind}`) }
  return windowEvents({
    id: `${owner.id}.${kind}`,
    opensAt,
    closesAt,
    opens: t(locale, 'calendar.opens', values),
    closes: t(locale, 'calendar.closes', values),
    description: t(locale, 'section.phase.window', { opensAt: opens!, closesAt: closes! }),
    url: `${origin}${withBase(owner.path, routerBase)}`,
  })
}

/** The phases of the current edition, and those of its activities. */
export const editionCalendar = async (ctx: Ctx, address: Address): Promise<string> => {
  const { edition, activities, phases } = await readContest(ctx)
  const { locale } = ctx
  const timeZone = edition?.timeZone ?? address.settings.timeZone
  const name = localize(edition?.name ?? address.settings.title, locale).text
  const shared = sharedSchedule(
    phases,
    activities.map(({ id }) => id),
  )
  const own = activities.flatMap(({ id, name: called }) =>
    phases
      .filter(({ activityId, isOfEdition }) => activityId === id && !isOfEdition)
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
