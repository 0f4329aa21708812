import { editionChecks } from '@lectern/contract/competition/competition-values.ts'
import type { EditionCheckItem } from '@lectern/contract/competition/editions.ts'
import type { EditionId } from '@lectern/contract/ids.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/failure.ts'
import { activities as activityContent } from './activities/activity-editor.ts'
import { activitiesIn, editionList } from './activities/activity-queries.ts'
import { editionCheck, type CheckedEdition, type CheckResult } from './ports.ts'
import { phasesOf, stateAt } from './queries.ts'
import { phaseNames } from './service.ts'

const maxNames = 5

/** Activities, phases and whether visitors see the edition. */
const checkCompetition = async (ctx: Ctx, { id, earlierYear }: CheckedEdition): Promise<CheckResult[]> => {
  const activities = await activitiesIn(ctx.db, id)
  const phases = await phasesOf(ctx.db, id)
  const mentions = (row: (typeof activities)[number]) =>
    earlierYear !== undefined &&
    new RegExp(String.raw`(?<!\d)${earlierYear}(?!\d)`).test(
      JSON.stringify([activityContent.texts(row), row.workRules]),
    )
  return [
    {
      check: 'oldYear',
      names: activities.filter(mentions).map(({ name }) => name),
      link: `/Admin/Activity?edition=${id}`,
    },
    {
      check: 'pastPhases',
      names: phases.filter(({ closesAt }) => closesAt <= ctx.now).map(({ kind }) => phaseNames(kind)),
      link: `/Admin/Phase?edition=${id}`,
    },
    {
      check: 'drafts',
      names: activities.filter((row) => stateAt(row, ctx.now) === 'draft').map(({ name }) => name),
      link: `/Admin/Activity?edition=${id}&state=draft`,
    },
  ]
}

/** What to look at before an edition begins, in one order whichever feature checks it. */
export const checkEdition = async (ctx: Ctx, id: EditionId): Promise<EditionCheckItem[]> => {
  const editions = await editionList(ctx.db, ctx.now)
  const edition = editions.find((one) => one.id === id)
  if (!edition) throw fail('edition.notFound')
  const checked = { id, earlierYear: editions.find(({ year }) => year < edition.year)?.year }
  const later = await Promise.all(ctx.installation.ports.all(editionCheck).map((check) => check(ctx, checked)))
  const results: CheckResult[] = [
    ...(await checkCompetition(ctx, checked)),
    ...later,
    {
      check: 'notCurrent',
      names: edition.current ? [] : [edition.name],
      link: `/Admin/Activity?edition=${id}&open=editions`,
    },
  ]
  return results
    .toSorted((one, other) => editionChecks.indexOf(one.check) - editionChecks.indexOf(other.check))
    .map(({ check, names, link }) => ({
      check,
      count: names.length,
      names: names.slice(0, maxNames).map((name) => localize(name, ctx.locale).text),
      link,
    }))
}
