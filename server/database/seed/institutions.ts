import type { InstitutionId, OfficerId } from '@lectern/contract/ids.ts'
import type { InstitutionKind } from '@lectern/contract/institutions/institution-values.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import { account } from '../../features/accounts/tables.ts'
import { renewSearch } from '../../features/institutions/service.ts'
import { institution, institutionAlias, institutionOfficer } from '../../features/institutions/tables.ts'
import type { Database } from '../../platform/database/connect.ts'
import { eq, sql } from '../../platform/database/drizzle.ts'
import { newId } from '../../platform/ids.ts'
import { daysFrom } from './dates.ts'
import type { SeedPerson } from './people.ts'

interface Listed {
  code: string
  name: LocalizedText
  aliases?: readonly string[]
  /** By username. */
  officer: string
}

const provinces: (Listed & { schools: Listed[] })[] = [
  {
    code: '4131000000',
    name: { 'zh-CN': '申江市教育委员会', 'zh-TW': '申江市教育委員會', 'en-US': 'Shenjiang Education Commission' },
    officer: 'shenyifan',
    schools: [
      {
        code: '4131000001',
        name: { 'zh-CN': '申江师范大学', 'zh-TW': '申江師範大學', 'en-US': 'Shenjiang Normal University' },
        officer: 'guchenxi',
      },
      {
        code: '4131000002',
        name: { 'zh-CN': '申江理工大学', 'zh-TW': '申江理工大學', 'en-US': 'Shenjiang University of Technology' },
        officer: 'linjiahui',
      },
      {
        code: '4131000003',
        name: { 'zh-CN': '申江第一中学', 'zh-TW': '申江第一中學', 'en-US': 'Shenjiang No. 1 Middle School' },
        aliases: ['申江一中'],
        officer: 'baixiaolu',
      },
      {
        code: '4131000004',
        name: { 'zh-CN': '申江职业学院', 'zh-TW': '申江職業學院', 'en-US': 'Shenjiang Vocational College' },
        officer: 'lujingwen',
      },
    ],
  },
  {
    code: '4151000000',
    name: { 'zh-CN': '锦川省教育厅', 'zh-TW': '錦川省教育廳', 'en-US': 'Jinchuan Department of Education' },
    officer: 'tangke',
    schools: [
      {
        code: '4151000001',
        name: { 'zh-CN': '锦江大学', 'zh-TW': '錦江大學', 'en-US': 'Jinjiang University' },
        officer: 'yangxiuying',
      },
      {
        code: '4151000002',
        name: { 'zh-CN': '嘉陵师范大学', 'zh-TW': '嘉陵師範大學', 'en-US': 'Jialing Normal University' },
        aliases: ['嘉陵师大', '嘉师大'],
        officer: 'luoqi',
      },
      {
        code: '4151000003',
        name: { 'zh-CN': '蓉城中学', 'zh-TW': '蓉城中學', 'en-US': 'Rongcheng Middle School' },
        officer: 'pengyuan',
      },
      {
        code: '4151000004',
        name: { 'zh-CN': '锦川职业学院', 'zh-TW': '錦川職業學院', 'en-US': 'Jinchuan Vocational College' },
        officer: 'cenlan',
      },
    ],
  },
]

/** Two provinces with four schools each, an officer in every one, and the people and teams who have chosen them. */
export const seedInstitutions = async (db: Database, people: readonly SeedPerson[], now: Date): Promise<void> => {
  const at = daysFrom(now, -30)
  const addOne = async (
    { code, name, aliases = [], officer }: Listed,
    kind: InstitutionKind,
    parentId: InstitutionId | null,
  ) => {
    const id = newId<InstitutionId>(at)
    const times = { createdAt: at, updatedAt: at }
    await db.insert(institution).values({ id, kind, code, name, parentId, state: 'verified', isDemo: true, ...times })
    for (const text of aliases)
      await db
        .insert(institutionAlias)
        .values({ id: newId<string>(at), institutionId: id, text, normal: text, createdAt: at })
    await renewSearch(db, id)
    await db.update(account).set({ institutionId: id }).where(eq(account.school, name['zh-CN']!))
    await db.insert(institutionOfficer).values({
      id: newId<OfficerId>(at),
      institutionId: id,
      accountId: people.find(({ username }) => username === officer)!.id,
      state: 'active',
      createdAt: at,
      startedAt: at,
    })
    return id
  }
  for (const { schools, ...province } of provinces) {
    const parentId = await addOne(province, 'province', null)
    for (const school of schools) await addOne(school, 'school', parentId)
  }
  // A team belongs to the institution of its captain.
  await db.execute(sql`
    update team set institution_id = captain.institution_id
    from team_member as seat join account as captain on captain.id = seat.account_id
    where seat.team_id = team.id and seat.role = 'captain' and captain.institution_id is not null
  `)
}
