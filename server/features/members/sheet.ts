import { importedFields } from '@lectern/contract/accounts/account-values.ts'
import { plainName } from '@lectern/contract/contact-messages/contact-forms.ts'
import { locales, type Locale } from '@lectern/contract/locales.ts'
import { regionName } from '@lectern/contract/regions.ts'
import { t } from '../../platform/messages.ts'
import { momentCell, type Cell, type NewSheet } from '../../platform/sheets/write-sheet.ts'
import type { MemberRow } from './queries.ts'

export type ImportedField = (typeof importedFields)[number]

/** Columns that only exports have; ignored in an import. */
const shownFields = ['status', 'createdAt', 'seenAt'] as const
export type SheetField = ImportedField | (typeof shownFields)[number]

const sheetFields: readonly SheetField[] = [...importedFields, ...shownFields]

export const isImported = (field: SheetField): field is ImportedField =>
  (importedFields as readonly string[]).includes(field)

export const headingOf = (locale: Locale, field: SheetField, zone = ''): string =>
  t(locale, `sheet.column.${field}`, { zone })

const maxHeadingLength = 200

/** Normalizes a heading: text in brackets and the star of a required column are ignored. */
const foldHeading = (text: string): string =>
  plainName(text.slice(0, maxHeadingLength))
    .toLowerCase()
    .replace(/[(*].*$/s, '')
    .trim()

const fieldsByHeading = new Map(
  sheetFields.flatMap((field) =>
    [field, ...locales.map((locale) => headingOf(locale, field))].map(
      (heading) => [foldHeading(heading), field] as const,
    ),
  ),
)

/** The field of a heading: by its name, or by its label in any of the languages. */
export const fieldOf = (heading: string): SheetField | undefined => fieldsByHeading.get(foldHeading(heading))

interface Reader {
  locale: Locale
  /** The time zone of all times in the sheet. */
  timeZone: string
}

const isMoment = (field: SheetField): boolean => field === 'createdAt' || field === 'seenAt'

export const columnsFor = ({ locale, timeZone }: Reader): NewSheet['columns'] =>
  sheetFields.map((field) => ({ heading: headingOf(locale, field, timeZone), hasTime: isMoment(field) }))

/** Builds the function that turns members into cells for one reader. */
export const cellsFor = ({ locale, timeZone }: Reader): ((member: MemberRow) => Cell[]) => {
  const countryNames = new Intl.DisplayNames([locale], { type: 'region' })
  const region = ({ country }: MemberRow, text: string | null): string =>
    text === null ? '' : ((country === null || country === 'CN' ? regionName(text, locale) : undefined) ?? text)
  const cell = (member: MemberRow, field: SheetField): Cell => {
    switch (field) {
      case 'country':
        return member.country === null ? '' : (countryNames.of(member.country) ?? member.country)
      case 'province':
      case 'city':
        return region(member, member[field])
      case 'access':
        return t(locale, `sheet.access.${member.access}`)
      case 'status':
        // Deleted accounts are never listed.
        return member.status === 'deleted' ? '' : t(locale, `sheet.status.${member.status}`)
      case 'createdAt':
      case 'seenAt':
        return momentCell(member[field], timeZone)
      default:
        return member[field] ?? ''
    }
  }
  return (member) => sheetFields.map((field) => cell(member, field))
}
