import type { ActivityId, EditionId, PhaseId } from '@lectern/contract/ids.ts'
import { activity, edition, phase } from '../features/competition/tables.ts'
import { newId } from '../platform/ids.ts'
import { createPerson } from './people.ts'
import { fixedNow, type TestSite } from './site.ts'

type NewActivity = Partial<typeof activity.$inferInsert>
type NewPhase = Partial<typeof phase.$inferInsert>

const times = { createdAt: fixedNow, updatedAt: fixedNow }
const day = 86_400_000

/** So many days before or after the fixed time. */
export const daysFromNoon = (days: number): Date => new Date(fixedNow.getTime() + days * day)

/** A running edition, its enrolment open for ten days around the fixed time. */
export const createEdition = async (site: Pick<TestSite, 'db'>, values: Partial<typeof edition.$inferInsert> = {}) => {
  const id = newId<EditionId>(fixedNow)
  const name = { 'zh-CN': '第八届', 'en-US': 'Eighth edition' }
  await site.db
    .insert(edition)
    .values({ id, year: 2026, name, timeZone: 'Asia/Shanghai', current: true, ...times, ...values })
  await createPhase(site, id)
  return id
}

export const createPhase = async (
  site: Pick<TestSite, 'db'>,
  editionId: EditionId,
  values: NewPhase = {},
): Promise<PhaseId> => {
  const id = newId<PhaseId>(fixedNow)
  const window = { kind: 'enrolment' as const, opensAt: daysFromNoon(-5), closesAt: daysFromNoon(5) }
  await site.db.insert(phase).values({ id, editionId, ...window, ...times, ...values })
  return id
}

let activities = 0

/** A published activity for teams of one to three, with two advisors at most. */
export const createActivity = async (
  site: Pick<TestSite, 'db'>,
  editionId: EditionId,
  values: NewActivity = {},
): Promise<ActivityId> => {
  const id = newId<ActivityId>(fixedNow)
  activities += 1
  const text = (zh: string, en: string) => ({ 'zh-CN': zh, 'en-US': en })
  await site.db.insert(activity).values({
    id,
    editionId,
    code: `T${activities}`,
    name: text('课程创新', 'Course Innovation'),
    group: text('高校组', 'Universities'),
    summary: text('一门课', 'One course'),
    body: text('<p>内容</p>', '<p>Body</p>'),
    requirements: text('<p>要求</p>', '<p>Requirements</p>'),
    rules: text('<p>规则</p>', '<p>Rules</p>'),
    teamMin: 1,
    teamMax: 3,
    advisorsMax: 2,
    position: activities,
    state: 'published',
    ...times,
    ...values,
  })
  return id
}

let teachers = 0

/** A user with a complete profile. */
export const createKnownTeacher = (site: TestSite, values: Parameters<typeof createPerson>[1] = {}) => {
  teachers += 1
  const digits = String(teachers).padStart(8, '0')
  return createPerson(site, {
    realName: '王芳',
    school: '江州一中',
    department: '数学组',
    title: '教师',
    province: '110000',
    city: '110100',
    email: `teacher${teachers}@example.org`,
    phone: `+86139${digits}`,
    ...values,
  })
}
