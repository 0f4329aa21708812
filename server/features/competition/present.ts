import type {
  ActivityCard,
  ActivityDetail,
  Contest,
  EditionFacts,
  PhaseWindow,
} from '@lectern/contract/competition/competition.ts'
import { phaseKinds, stagePhases, type PhaseStanding } from '@lectern/contract/competition/competition-values.ts'
import type { Picture } from '@lectern/contract/files/files.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import { languageOf, localize, type LocalizedText } from '@lectern/contract/localized.ts'
import type { Ctx } from '../../platform/context.ts'
import { shownHtml } from '../../platform/safe-html.ts'
import { picturesOf } from '../files/service.ts'
import { partFacts } from './activities/part-facts.ts'
import { sharedSchedule } from './phases/actual-phases.ts'
import { phaseOf, phaseStandingOf, standingOf, type Phase } from './phases/phases.ts'
import type { readContest, requireActivity } from './service.ts'

type FoundContest = Awaited<ReturnType<typeof readContest>>
type FoundEdition = NonNullable<FoundContest['edition']>
type FoundActivity = Omit<FoundContest['activities'][number], 'body' | 'requirements' | 'rules' | 'workRules'>

const presentEdition = (ctx: Ctx, { id, year, name, timeZone }: FoundEdition): EditionFacts => {
  const { text, locale } = localize(name, ctx.locale)
  return { id, year, name: text, locale, timeZone }
}

const presentWindow = ({ kind, opensAt, closesAt }: Phase): PhaseWindow => ({
  kind,
  opensAt: opensAt.toISOString(),
  closesAt: closesAt.toISOString(),
})

/** The status of a phase, by the times that are shown. */
export const standingOfShown = ({ opensAt, closesAt }: PhaseWindow, now: Date): PhaseStanding =>
  phaseStandingOf({ opensAt: new Date(opensAt), closesAt: new Date(closesAt) }, now)

/** An activity is shown in one language, that of its name. */
const presentCard = (
  ctx: Ctx,
  row: FoundActivity,
  phases: readonly Phase[],
  pictures: ReadonlyMap<FileId, Picture>,
): ActivityCard => {
  const locale = languageOf(row.name, ctx.locale)
  const said = (text: LocalizedText): string => text[locale] ?? ''
  const window = phaseOf(phases, row.id, stagePhases.enrolment)
  const { id, code, teamMin, teamMax, advisorsMax, capacity, taken, waiting, waitingList } = row
  return {
    id,
    code,
    name: said(row.name),
    group: said(row.group),
    summary: said(row.summary),
    locale,
    cover: (row.cover && pictures.get(row.cover)) ?? null,
    standing: standingOf(window, ctx.now, { capacity, taken, waiting }),
    opensAt: window?.opensAt.toISOString() ?? null,
    closesAt: window?.closesAt.toISOString() ?? null,
    teamMin,
    teamMax,
    advisorsMax,
    capacity,
    waitingList,
  }
}

export const presentContest = async (ctx: Ctx, { edition, activities, phases }: FoundContest): Promise<Contest> => {
  const pictures = await picturesOf(
    ctx,
    activities.map(({ cover }) => cover),
  )
  return {
    edition: edition ? presentEdition(ctx, edition) : null,
    activities: activities.map((row) => presentCard(ctx, row, phases, pictures)),
    schedule: sharedSchedule(
      phases,
      activities.map(({ id }) => id),
    ).map(presentWindow),
  }
}

/** The texts of each activity, in one language. */
export const presentRules = (ctx: Ctx, { activities }: FoundContest) =>
  activities.map(({ id, name, rules }) => {
    const locale = languageOf(name, ctx.locale)
    return { id, name: name[locale] ?? '', rules: shownHtml(rules[locale] ?? '', locale), locale }
  })

export const presentActivity = async (
  ctx: Ctx,
  row: Awaited<ReturnType<typeof requireActivity>>,
): Promise<ActivityDetail> => {
  const card = presentCard(ctx, row, row.phases, await picturesOf(ctx, [row.cover]))
  const said = (text: LocalizedText): string => shownHtml(text[card.locale] ?? '', card.locale)
  return {
    ...card,
    edition: presentEdition(ctx, row.edition),
    body: said(row.body),
    requirements: said(row.requirements),
    rules: said(row.rules),
    schedule: phaseKinds.flatMap((kind) => {
      const phase = phaseOf(row.phases, row.id, kind)
      if (!phase) return []
      return [{ ...presentWindow(phase), standing: phaseStandingOf(phase, ctx.now) }]
    }),
    parts: row.workRules.parts.map((part) => ({
      label: localize(part.label, card.locale).text,
      required: part.required,
      facts: partFacts(part, row.workRules.blind, ctx.locale),
      help: localize(part.help, card.locale).text,
    })),
  }
}
