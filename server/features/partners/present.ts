import type { Picture } from '@lectern/contract/files/files.ts'
import type { FileId } from '@lectern/contract/ids.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Partner, ShownPartner } from '@lectern/contract/partners/partners.ts'
import type { Ctx } from '../../platform/context.ts'
import type { PartnerRow } from './queries.ts'

type Pictures = ReadonlyMap<FileId, Picture>

const logoOf = ({ logo }: PartnerRow, pictures: Pictures): Picture | null => (logo && pictures.get(logo)) ?? null

/** As visitors see it: the name replaces a logo that is not ready. */
export const presentShown = ({ locale: readerLocale }: Ctx, row: PartnerRow, pictures: Pictures): ShownPartner => {
  const { text: name, locale } = localize(row.name, readerLocale)
  return { id: row.id, role: row.role, name, locale, link: row.link, logo: logoOf(row, pictures) }
}

export const presentPartner = (row: PartnerRow, pictures: Pictures): Partner => ({
  id: row.id,
  role: row.role,
  name: row.name,
  link: row.link,
  logo: row.logo,
  logoPicture: logoOf(row, pictures),
  visible: row.visible,
  version: row.version,
  written: row.written,
  updatedAt: row.updatedAt.toISOString(),
})
