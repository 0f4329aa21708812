import type { IntlShape } from '../../ui/intl.tsx'

const units = [
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const

/** A length of time in its two largest units: 2 hr 5 min; 40 sec. */
export const durationIn = (intl: IntlShape, milliseconds: number): string => {
  const total = Math.max(0, Math.round(milliseconds / 1_000))
  const largest = units.findIndex(({ seconds }) => total >= seconds)
  const largestUnits = units.slice(largest < 0 ? -1 : largest).slice(0, 2)
  let left = total
  const parts = largestUnits.map(({ unit, seconds }) => {
    const value = Math.floor(left / seconds)
    left -= value * seconds
    return { value, text: intl.formatNumber(value, { style: 'unit', unit, unitDisplay: 'short' }) }
  })
  return parts
    .filter(({ value }, position) => value > 0 || position === 0)
    .map(({ text }) => text)
    .join(' ')
}
