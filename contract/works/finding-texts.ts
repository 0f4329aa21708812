import type { Finding } from './file-findings.ts'

const twoDigits = (count: number): string => String(count).padStart(2, '0')

/** 751 seconds are `12:31`, and 11,111 are `3:05:11`. */
export const clockTime = (seconds: number): string => {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const rest = twoDigits(Math.floor(seconds % 60))
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${rest}` : `${minutes}:${rest}`
}

/** Rounded up to a tenth: what is too large never looks as if it fitted. */
const megabytesOf = (bytes: number): number => Math.ceil(bytes / 100_000) / 10

const sidesOf = ({ width, height, minWidth, minHeight }: Finding['values']) => {
  const size = `${width} × ${height}`
  if (minHeight === 0) return { size, sides: 'long', min: String(minWidth) }
  if (minWidth === 0) return { size, sides: 'short', min: String(minHeight) }
  return { size, sides: 'both', min: `${minWidth} × ${minHeight}` }
}

/** The values of the message `finding.<code>`. */
export const findingTextValues = ({ code, values }: Finding): Record<string, string | number> => {
  const length = clockTime(Number(values['seconds']))
  switch (code) {
    case 'tooShort':
      return { length, min: clockTime(Number(values['min'])) }
    case 'tooLong':
      return { length, max: clockTime(Number(values['max'])) }
    case 'tooLarge':
      return { megabytes: megabytesOf(Number(values['bytes'])), max: megabytesOf(Number(values['max'])) }
    case 'tooSmall':
      return sidesOf(values)
    default:
      return { ...values }
  }
}
