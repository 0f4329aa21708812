import { PdfArray, PdfDict, PdfName, PdfStream, PdfString, type PdfObject } from '@libpdf/core'
import { cleanProfile } from './color-profiles.ts'
import { copyEntries, dataOf, dictOf, listOf, nameOf, number, numbers, type Copier, type Rules } from './copier.ts'
import { copyFunction } from './functions.ts'
import { dictText, stringText } from './writer.ts'

const deviceSpaces: Readonly<Record<string, string>> = {
  DeviceGray: '/DeviceGray',
  DeviceRGB: '/DeviceRGB',
  DeviceCMYK: '/DeviceCMYK',
  Pattern: '/Pattern',
  G: '/DeviceGray',
  RGB: '/DeviceRGB',
  CMYK: '/DeviceCMYK',
}

const calibrated: Rules = { WhitePoint: numbers, BlackPoint: numbers, Gamma: numbers, Matrix: numbers, Range: numbers }
const gamma: Rules = { ...calibrated, Gamma: (copier, value) => number(copier, value) ?? numbers(copier, value) }

const profileRules: Rules = {
  N: number,
  Range: numbers,
  Alternate: (copier, value) => copyColorSpace(copier, value),
}

const ofComponents: Readonly<Record<string, string>> = { 1: '/DeviceGray', 3: '/DeviceRGB', 4: '/DeviceCMYK' }

const copyProfile = (copier: Copier, value: PdfObject | undefined): string | undefined => {
  const stream = copier.source.resolve(value)
  if (!(stream instanceof PdfStream)) return undefined
  return copier.remember('profile', stream, () => {
    const entries = copyEntries(copier, stream, profileRules)
    const profile = cleanProfile(dataOf(copier, stream))
    if (!profile) return entries['Alternate'] ?? ofComponents[entries['N'] ?? '']
    return `[/ICCBased ${copier.writer.addStream(entries, profile).text}]`
  })
}

/** Screens need no names of inks, except the four of every printer and those that mean all or none. */
const inkName = (name: string | undefined, index: number): string =>
  name !== undefined && ['All', 'None', 'Cyan', 'Magenta', 'Yellow', 'Black'].includes(name)
    ? `/${name}`
    : `/Ink${index + 1}`

const copyTable = (copier: Copier, value: PdfObject | undefined): string | undefined => {
  const table = copier.source.resolve(value)
  if (table instanceof PdfString) return stringText(table.bytes)
  if (!(table instanceof PdfStream)) return undefined
  return copier.once('table', table, (each) => copier.writer.fillStream(each, {}, dataOf(copier, table))).text
}

const join = (...parts: (string | undefined)[]): string | undefined =>
  parts.includes(undefined) ? undefined : `[${parts.join(' ')}]`

const copyList = (copier: Copier, list: PdfArray, depth: number): string | undefined => {
  const [kind, first, second, third] = list.toArray()
  const name = nameOf(copier, kind)
  const space = (value: PdfObject | undefined): string | undefined =>
    value === undefined ? undefined : copyColorSpace(copier, value, depth + 1)
  const tint = (value: PdfObject | undefined): string | undefined =>
    value === undefined ? undefined : copyFunction(copier, value)
  const dict = dictOf(copier, first) ?? new PdfDict()
  switch (name) {
    case 'CalGray':
      return `[/CalGray ${dictText(copyEntries(copier, dict, gamma))}]`
    case 'CalRGB':
    case 'Lab':
      return `[/${name} ${dictText(copyEntries(copier, dict, calibrated))}]`
    case 'ICCBased':
      return copyProfile(copier, first)
    case 'Indexed':
    case 'I':
      return join('/Indexed', space(first), second && number(copier, second), copyTable(copier, third))
    case 'Pattern':
      return first ? join('/Pattern', space(first)) : '/Pattern'
    case 'Separation':
      return join('/Separation', inkName(nameOf(copier, first), 0), space(second), tint(third))
    case 'DeviceN': {
      const inks = listOf(copier, first).map((each, index) => inkName(nameOf(copier, each), index))
      return join('/DeviceN', `[${inks.join(' ')}]`, space(second), tint(third))
    }
    default:
      return name === undefined ? undefined : deviceSpaces[name]
  }
}

const maxDepth = 8

/** How colors are meant. */
export const copyColorSpace = (copier: Copier, value: PdfObject, depth = 0): string | undefined => {
  const space = copier.source.resolve(value)
  if (space instanceof PdfName) return deviceSpaces[space.value]
  if (!(space instanceof PdfArray) || depth > maxDepth) return undefined
  return copier.remember('color space', space, () => copyList(copier, space, depth))
}
