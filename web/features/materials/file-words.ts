import type { FileFacts } from '@lectern/contract/files/files.ts'
import type { IntlShape } from '../../ui/intl.tsx'

/** The file type to show: the extension of the name. */
export const fileKindOf = ({ name, type }: Pick<FileFacts, 'name' | 'type'>): string => {
  const ending = /\.([a-z\d]{1,5})$/i.exec(name)?.[1]
  return (ending ?? type.split('/').at(-1) ?? '').toUpperCase()
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A file size in the largest unit with a value of at least one. */
export const sizeIn = (intl: IntlShape, bytes: number): string => {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)))
  const value = bytes / 1000 ** power
  return intl.formatNumber(value, {
    style: 'unit',
    unit: units[power]!,
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && power > 0 ? 1 : 0,
  })
}
