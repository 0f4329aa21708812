import type { BannerId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import { banner } from '../../features/banners/tables.ts'
import type { Database } from '../../platform/database/connect.ts'
import { newId } from '../../platform/ids.ts'
import { closingTime, daysFrom } from './dates.ts'
import { firstVersions, inOrder } from './first-versions.ts'
import { readList } from './lists.ts'
import type { SeedFiles } from './seed-files.ts'

interface Listed {
  scene: string
  title: LocalizedText
  alt: LocalizedText
  link: string
  /** The window in which it is shown, in days from today. */
  opens?: number
  closes?: number
}

export const seedBanners = async (db: Database, files: SeedFiles, now: Date): Promise<void> => {
  const contents = await Promise.all(
    (await readList<Listed>('banners.json')).map(async ({ scene, opens, closes, ...text }) => {
      const [wide, narrow] = await Promise.all([
        files.picture(`banner-${scene}-wide`),
        files.picture(`banner-${scene}-narrow`),
      ])
      return {
        ...text,
        wide,
        narrow,
        opensAt: opens === undefined ? null : closingTime(opens, now),
        closesAt: closes === undefined ? null : closingTime(closes, now),
        visible: true,
      }
    }),
  )
  await files.writeDown()
  const kind = { kind: 'banner', makeId: newId<BannerId>, texts: ['title', 'alt'] } as const
  await db.insert(banner).values(inOrder(await firstVersions(db, kind, contents, daysFrom(now, -36))))
}
