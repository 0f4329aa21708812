import type { BannerId } from '@lectern/contract/ids.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, asc, eq, gt, isNull, lte, or, sql } from '../../platform/database/drizzle.ts'
import { banner } from './tables.ts'

export const bannerColumns = {
  id: banner.id,
  title: banner.title,
  alt: banner.alt,
  wide: banner.wide,
  narrow: banner.narrow,
  link: banner.link,
  opensAt: banner.opensAt,
  closesAt: banner.closesAt,
  visible: banner.visible,
  position: banner.position,
  written: banner.written,
  version: banner.version,
  createdAt: banner.createdAt,
  updatedAt: banner.updatedAt,
}

export type BannerRow = Omit<typeof banner.$inferSelect, 'id'> & { id: BannerId }

/** The banners that visitors see at this moment, ordered. */
export const bannersAt = (db: Database, now: Date) =>
  db
    .select(bannerColumns)
    .from(banner)
    .where(
      and(
        eq(banner.visible, true),
        or(isNull(banner.opensAt), lte(banner.opensAt, now)),
        or(isNull(banner.closesAt), gt(banner.closesAt, now)),
      ),
    )
    .orderBy(asc(banner.position), asc(banner.id))

/** When the next banner appears or disappears by time alone. */
export const nextBannerChange = async (db: Database, now: Date): Promise<Date | undefined> => {
  const { rows } = await db.execute<{ due: Date | null }>(sql`
    select min(at) as due
    from banner, lateral (values (opens_at), (closes_at)) as changes (at)
    where visible and at > ${now}
  `)
  const [row] = rows
  return row?.due ? new Date(row.due) : undefined
}
