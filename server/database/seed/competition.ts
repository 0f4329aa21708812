import type { PhaseKind } from '@lectern/contract/competition/competition-values.ts'
import { formFields } from '@lectern/contract/enrolments/form-fields.ts'
import type { ActivityId, EditionId, PhaseId } from '@lectern/contract/ids.ts'
import { locales } from '@lectern/contract/locales.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import { defaultSettings } from '@lectern/contract/settings/settings.ts'
import { workRules } from '@lectern/contract/works/work-rules.ts'
import { activity, edition, phase } from '../../features/competition/tables.ts'
import type { Database } from '../../platform/database/connect.ts'
import { newId } from '../../platform/ids.ts'
import { closingTime, daysFrom, fillDates } from './dates.ts'
import { firstVersions, inOrder } from './first-versions.ts'
import { readJson } from './lists.ts'
import type { SeedFiles } from './seed-files.ts'

const texts = ['name', 'group', 'summary', 'body', 'requirements', 'rules'] as const
type Texts = Record<(typeof texts)[number], LocalizedText>

interface ListedField {
  limits?: Record<string, unknown>
  options?: unknown[]
}

interface ListedActivity extends Texts {
  code: string
  cover: string
  teamMin: number
  teamMax: number
  advisorsMax: number
  capacity: number | null
  waitingList?: boolean
  fields: ListedField[]
}

interface Listed {
  /** `former`: last year's. */
  edition: { name: LocalizedText; former: LocalizedText }
  activities: ListedActivity[]
}

/** Days from today; each begins and ends with the working day. */
type Days = readonly [opens: number, closes: number]

const phasesOfEdition: Partial<Record<PhaseKind, Days>> = {
  enrolment: [-35, 12],
  submission: [20, 50],
  review: [55, 75],
  publicity: [80, 87],
  results: [100, 130],
}

/** Last year's, in days from the same day a year ago: its round and its public notices lie within them. */
const phasesOfFormer: typeof phasesOfEdition = {
  ...phasesOfEdition,
  review: [53, 77],
  publicity: [78, 93],
  results: [93, 130],
}

/** Makes one activity upcoming, one open, one closing soon, one full and one closed. */
const ownEnrolment: Record<string, Days> = { FZ: [-35, -5], WK: [5, 33], AI: [-35, 2], TB: [-15, 12] }

/** Where works are handed in already. */
const ownSubmission: Record<string, Days> = { FZ: [-8, 24], AI: [-6, 26] }

/** Where experts judge already what was handed in first. */
const ownReview: Record<string, Days> = { FZ: [-4, 24] }

/** Where schools and provinces recommend. */
const ownSchools: Record<string, Days> = { AI: [-4, 6] }
const ownProvinces: Record<string, Days> = { AI: [-4, 10] }

/** What teams hand in where it differs from other activities. */
const ownRules: Record<string, string> = { KC: 'works/rules-kc.json', WK: 'works/rules-wk.json' }

/** Last year's edition had one activity. */
const formerCodes = ['KC']
const yearDays = 365

const graceMinutes = 10

const filled = (text: LocalizedText, now: Date): LocalizedText =>
  Object.fromEntries(
    locales.flatMap((locale) => (text[locale] ? [[locale, fillDates(text[locale], locale, now)]] : [])),
  )

const fieldOf = ({ limits, options, ...field }: ListedField): unknown => ({
  ...field,
  ...limits,
  ...(options?.length && { options }),
})

interface Seeded {
  name: LocalizedText
  activities: readonly ListedActivity[]
  isCurrent: boolean
}

/** An edition with its phases around a day. */
const seedEdition = async (
  db: Database,
  files: SeedFiles,
  now: Date,
  { name, activities, isCurrent }: Seeded,
): Promise<void> => {
  const writtenAt = daysFrom(now, -40)
  const times = { createdAt: writtenAt, updatedAt: writtenAt }
  const { timeZone } = defaultSettings
  const editionId = newId<EditionId>(writtenAt)
  const year = Number(new Intl.DateTimeFormat('en-US', { year: 'numeric', timeZone }).format(now))
  await db.insert(edition).values({ id: editionId, year, name, timeZone, current: isCurrent, ...times })
  const contents = await Promise.all(
    activities.map(async ({ fields, cover, ...content }) => ({
      ...content,
      ...(Object.fromEntries(texts.map((text) => [text, filled(content[text], now)])) as Texts),
      cover: await files.picture(`cover-${cover}`),
      fields: formFields.parse(fields.map(fieldOf)),
      workRules: workRules.parse(await readJson((isCurrent && ownRules[content.code]) || 'works/rules.json')),
    })),
  )
  await files.writeDown()
  const kind = { kind: 'activity' as const, makeId: newId<ActivityId>, texts }
  const rows = inOrder(await firstVersions(db, kind, contents, writtenAt))
  await db.insert(activity).values(rows.map((row) => ({ ...row, editionId, state: 'published' as const })))
  const phaseRow = (phaseKind: PhaseKind, [opens, closes]: Days, activityId: ActivityId | null = null) => ({
    id: newId<PhaseId>(writtenAt),
    editionId,
    activityId,
    kind: phaseKind,
    opensAt: closingTime(opens, now),
    closesAt: closingTime(closes, now),
    graceMinutes,
    ...times,
  })
  const ownPhases = isCurrent
    ? ({
        enrolment: ownEnrolment,
        submission: ownSubmission,
        review: ownReview,
        'school-recommendation': ownSchools,
        'province-recommendation': ownProvinces,
      } as const)
    : {}
  await db
    .insert(phase)
    .values([
      ...Object.entries(isCurrent ? phasesOfEdition : phasesOfFormer).map(([phaseKind, days]) =>
        phaseRow(phaseKind as PhaseKind, days),
      ),
      ...Object.entries(ownPhases).flatMap(([phaseKind, own]) =>
        rows.flatMap(({ id, code }) => (own[code] ? [phaseRow(phaseKind as PhaseKind, own[code], id)] : [])),
      ),
    ])
}

/** A running edition, with its phases around today, and last year's. */
export const seedCompetition = async (db: Database, files: SeedFiles, now: Date): Promise<void> => {
  const { edition: names, activities } = await readJson<Listed>('competition/competition.json')
  await seedEdition(db, files, now, { name: names.name, activities, isCurrent: true })
  const former = activities.filter(({ code }) => formerCodes.includes(code))
  await seedEdition(db, files, daysFrom(now, -yearDays), { name: names.former, activities: former, isCurrent: false })
}
