import { importedFields } from '@lectern/contract/account-values.ts'
import { plainName } from '@lectern/contract/contact-forms.ts'
import { locales, type Locale } from '@lectern/contract/locales.ts'
import { regionName } from '@lectern/contract/regions.ts'
import { t } from '../../platform/messages.ts'
import { momentCell, type Cell, type NewSheet } from '../../platform/sheets/write-sheet.ts'
import type { MemberRow } from './queries.ts'

export type ImportedField = (typeof importedFields)[number]

/** What a sheet of ours also tells; passed over when it comes back. */
const shownFields = ['status', 'createdAt', 'seenAt'] as const
export type SheetField = ImportedField | (typeof shownFields)[number]

const sheetFields: readonly SheetField[] = [...importedFields, ...shownFields]

export const isImported = (field: SheetField): field is ImportedField =>
  (importedFields as readonly string[]).includes(field)

export const headingOf = (locale: Locale, field: SheetField, zone = ''): string =>
  t(locale, `sheet.column.${field}`, { zone })

const maxHeadingLength = 200

/** A heading as it is compared: what stands in brackets and the star of a required column make no difference. */
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

/** The field that a heading means: its name, or what it is called in any of the languages. */
export const fieldOf = (heading: string): SheetField | undefined => fieldsByHeading.get(foldHeading(heading))

interface Reader {
  locale: Locale
  /** In which times are told. */
  timeZone: string
}

const isMoment = (field: SheetField): boolean => field === 'createdAt' || field === 'seenAt'

export const columnsFor = ({ locale, timeZone }: Reader): NewSheet['columns'] =>
  sheetFields.map((field) => ({ heading: headingOf(locale, field, timeZone), hasTime: isMoment(field) }))

/** Members as cells, told to one reader. */
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
        // The list names nobody who was deleted.
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
