import type { PartnerRole } from '@lectern/contract/experts/expert-values.ts'
import type { PartnerId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import { partner } from '../../features/partners/tables.ts'
import type { Database } from '../../platform/database/connect.ts'
import { newId } from '../../platform/ids.ts'
import { daysFrom } from './dates.ts'
import { firstVersions, inOrder } from './first-versions.ts'
import { readList } from './lists.ts'
import type { SeedFiles } from './seed-files.ts'

interface Listed {
  role: PartnerRole
  emblem: string
  name: LocalizedText
  link?: string
}

export const seedPartners = async (db: Database, files: SeedFiles, now: Date): Promise<void> => {
  const contents = await Promise.all(
    (await readList<Listed>('partners.json')).map(async ({ emblem, link = null, ...fields }) => ({
      ...fields,
      logo: await files.picture(`emblem-${emblem}`),
      link,
      visible: true,
    })),
  )
  await files.writeDown()
  const kind = { kind: 'partner', makeId: newId<PartnerId>, texts: ['name'] } as const
  await db.insert(partner).values(inOrder(await firstVersions(db, kind, contents, daysFrom(now, -38))))
}
