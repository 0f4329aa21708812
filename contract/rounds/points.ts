import { numberFormat } from '../formatters.ts'
import type { Locale } from '../locales.ts'

/** Why a typed number of points cannot be used. */
export type PointsProblem = 'empty' | 'format' | 'range' | 'step'

export type ReadPoints = { points: number; problem?: never } | { points?: never; problem: PointsProblem }

export interface PointsLimits {
  /** In hundredths of a point, as all points. */
  max: number
  step: number
}

/** How steps can be chosen, in hundredths: 1, 0.5 and 0.1 points. */
export const pointSteps = [100, 50, 10] as const

const fullWidthOffset = 0xfee0
/** The Chinese word for points, which people type after the number. */
const unitWord = /\s*\u5206$/u

/** What a Chinese keyboard types, as plain digits with a point. */
const plain = (typed: string): string =>
  typed
    .trim()
    .replace(unitWord, '')
    .replaceAll(/[\uff10-\uff19]/gu, (digit) => String.fromCharCode(digit.charCodeAt(0) - fullWidthOffset))
    .replaceAll(/[,\uff0e\u3002\uff0c]/gu, '.')
    .replaceAll(/[\u2212\uff0d]/gu, '-')

/** Reads points that a person typed, in hundredths. Nothing typed is not 0. */
export const readPoints = (typed: string, { max, step }: PointsLimits): ReadPoints => {
  const text = plain(typed)
  if (text === '') return { problem: 'empty' }
  const [, minus, whole = '', decimals = ''] = /^(-?)0*(\d*)(?:\.(\d*))?$/u.exec(text) ?? []
  if (minus === undefined || !/\d/u.test(text)) return { problem: 'format' }
  if (minus !== '' || whole.length > 6) return { problem: 'range' }
  const points = Number(whole) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'))
  const isFinerThanHundredths = /[1-9]/u.test(decimals.slice(2))
  if (points > max || (points === max && isFinerThanHundredths)) return { problem: 'range' }
  if (points % step !== 0 || isFinerThanHundredths) return { problem: 'step' }
  return { points }
}

export interface PointsFormat {
  /** Absent: as programs read it, with a point. */
  locale?: Locale
  /** How many decimals are shown at least; at most two are. */
  decimals?: 0 | 1 | 2
}

/** Points as people read them: 8750 is "87.5". */
export const formatPoints = (hundredths: number, { locale, decimals = 0 }: PointsFormat = {}): string => {
  if (locale)
    return numberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: 2 }).format(hundredths / 100)
  const size = Math.abs(hundredths)
  const digits = String(size % 100).padStart(2, '0')
  const fraction = digits.replace(/0+$/u, '').padEnd(decimals, '0')
  return `${hundredths < 0 ? '-' : ''}${Math.floor(size / 100)}${fraction === '' ? '' : `.${fraction}`}`
}
