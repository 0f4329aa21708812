import type { BannerStanding } from '@lectern/contract/banners/banner-values.ts'
import type { Banner, ShownBanner } from '@lectern/contract/banners/banners.ts'
import type { Picture } from '@lectern/contract/files/files.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Ctx } from '../../platform/context.ts'
import type { BannerRow } from './queries.ts'

type Pictures = ReadonlyMap<FileId, Picture>

/** As visitors see it; empty while one of its pictures is not ready. */
export const presentShown = ({ locale: readerLocale }: Ctx, row: BannerRow, pictures: Pictures): ShownBanner[] => {
  const [wide, narrow] = [pictures.get(row.wide), pictures.get(row.narrow)]
  if (!wide || !narrow) return []
  const { text: title, locale } = localize(row.title, readerLocale)
  // All in one language: otherwise the alt text would be read out in the wrong voice.
  return [{ id: row.id, title, alt: row.alt[locale] ?? title, locale, link: row.link, wide, narrow }]
}

const standingAt = (now: Date, { visible, opensAt, closesAt }: BannerRow): BannerStanding => {
  if (!visible) return 'off'
  if (opensAt && opensAt > now) return 'later'
  return closesAt && closesAt <= now ? 'over' : 'now'
}

export const presentBanner = ({ now }: Ctx, row: BannerRow, pictures: Pictures): Banner => ({
  id: row.id,
  title: row.title,
  alt: row.alt,
  link: row.link,
  wide: row.wide,
  narrow: row.narrow,
  widePicture: pictures.get(row.wide) ?? null,
  narrowPicture: pictures.get(row.narrow) ?? null,
  opensAt: row.opensAt?.toISOString() ?? null,
  closesAt: row.closesAt?.toISOString() ?? null,
  visible: row.visible,
  standing: standingAt(now, row),
  version: row.version,
  written: row.written,
  updatedAt: row.updatedAt.toISOString(),
})
