import type { Expert, ExpertItem, OrderedExpert, ShownExpert } from '@lectern/contract/experts/experts.ts'
import type { Picture } from '@lectern/contract/files/files.ts'
import type { AccountId, FileId } from '@lectern/contract/ids.ts'
import { localize } from '@lectern/contract/localized.ts'
import type { Ctx } from '../../platform/context.ts'
import type { ExpertRow } from './queries.ts'

export interface Around {
  pictures: ReadonlyMap<FileId, Picture>
  usernames: ReadonlyMap<AccountId, string>
}

const photoOf = ({ photo }: ExpertRow, { pictures }: Pick<Around, 'pictures'>): Picture | null =>
  (photo && pictures.get(photo)) ?? null

/** As visitors see it, in one language, so that its `lang` is correct. */
export const presentShown = (
  { locale: readerLocale }: Ctx,
  row: ExpertRow,
  around: Pick<Around, 'pictures'>,
): ShownExpert => {
  const { text: name, locale } = localize(row.name, readerLocale)
  return {
    id: row.id,
    name,
    title: row.title[locale] ?? '',
    school: row.school[locale] ?? '',
    bio: row.bio[locale] ?? '',
    locale,
    fields: row.fields,
    photo: photoOf(row, around),
  }
}

export const presentItem = (row: ExpertRow, around: Around): ExpertItem => {
  const username = row.accountId && around.usernames.get(row.accountId)
  return {
    id: row.id,
    name: row.name,
    title: row.title,
    school: row.school,
    fields: row.fields,
    photoPicture: photoOf(row, around),
    state: row.state,
    account: row.accountId && username ? { uid: row.accountId, username } : null,
    version: row.version,
    written: row.written,
    updatedAt: row.updatedAt.toISOString(),
  }
}

export const presentExpert = ({ row, ...around }: Around & { row: ExpertRow }): Expert => ({
  ...presentItem(row, around),
  bio: row.bio,
  photo: row.photo,
})

export const presentName = (
  { locale: readerLocale }: Ctx,
  { id, name, state }: Pick<ExpertRow, 'id' | 'name' | 'state'>,
): OrderedExpert => {
  const { text, locale } = localize(name, readerLocale)
  return { id, name: text, locale, state }
}
