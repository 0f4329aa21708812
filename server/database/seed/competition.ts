import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PhaseKind } from '@lectern/contract/competition-values.ts'
import { formFields } from '@lectern/contract/form-fields.ts'
import type { ActivityId, EditionId, PhaseId } from '@lectern/contract/ids.ts'
import { locales } from '@lectern/contract/locales.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import { defaultSettings } from '@lectern/contract/settings.ts'
import { activity, edition, phase } from '../../features/competition/tables.ts'
import type { Database } from '../../platform/database/connect.ts'
import { newId } from '../../platform/ids.ts'
import { closingTime, daysFrom, fillDates } from './dates.ts'
import { coverOf, type Cover } from './drawings/covers.ts'
import { firstVersions, inOrder } from './first-versions.ts'
import type { SeedFiles } from './seed-files.ts'

const texts = ['name', 'group', 'summary', 'body', 'requirements', 'rules'] as const
type Texts = Record<(typeof texts)[number], LocalizedText>

interface ListedField {
  limits?: Record<string, unknown>
  options?: unknown[]
}

interface ListedActivity extends Texts {
  code: string
  cover: Cover
  teamMin: number
  teamMax: number
  advisorsMax: number
  capacity: number | null
  waitingList?: boolean
  fields: ListedField[]
}

interface Listed {
  edition: { name: LocalizedText }
  activities: ListedActivity[]
}

/** Days from today; each begins and ends with the working day. */
type Days = readonly [opens: number, closes: number]

const phasesOfEdition: Record<PhaseKind, Days> = {
  enrolment: [-35, 12],
  submission: [20, 50],
  review: [55, 75],
  publicity: [80, 87],
  results: [100, 130],
}

/** Makes one activity upcoming, one open, one closing soon and one closed. */
const ownEnrolment: Record<string, Days> = { FZ: [-35, -5], WK: [5, 33], AI: [-35, 2] }

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

/** A running edition, with its phases around today. */
export const seedCompetition = async (db: Database, files: SeedFiles, now: Date): Promise<void> => {
  const path = join(import.meta.dirname, 'competition/competition.json')
  const listed = JSON.parse(await readFile(path, 'utf8')) as Listed
  const writtenAt = daysFrom(now, -40)
  const times = { createdAt: writtenAt, updatedAt: writtenAt }
  const { timeZone } = defaultSettings
  const editionId = newId<EditionId>(writtenAt)
  const year = Number(new Intl.DateTimeFormat('en-US', { year: 'numeric', timeZone }).format(now))
  await db.insert(edition).values({ id: editionId, year, name: listed.edition.name, timeZone, current: true, ...times })
  const contents = await Promise.all(
    listed.activities.map(async ({ fields, cover, ...given }) => ({
      ...given,
      ...(Object.fromEntries(texts.map((name) => [name, filled(given[name], now)])) as Texts),
      cover: await files.picture(...coverOf(cover)),
      fields: formFields.parse(fields.map(fieldOf)),
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
  await db
    .insert(phase)
    .values([
      ...Object.entries(phasesOfEdition).map(([phaseKind, days]) => phaseRow(phaseKind as PhaseKind, days)),
      ...rows.flatMap(({ id, code }) => (ownEnrolment[code] ? [phaseRow('enrolment', ownEnrolment[code], id)] : [])),
    ])
}
