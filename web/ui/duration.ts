/** Seconds as people write a length: 8:00, 1:05:30. */
export const writeDuration = (seconds: number): string => {
  const two = (part: number): string => String(part).padStart(2, '0')
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60), seconds % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** `8` and `7.5` are minutes, `8:30` minutes and seconds, `1:05:30` hours too. Undefined: none of these. */
export const readDuration = (text: string): number | undefined => {
  const typed = text.normalize('NFKC').trim()
  if (/^\d+(\.\d+)?$/.test(typed)) return Math.round(Number(typed) * 60)
  const [, hours = '0', minutes, seconds] = /^(?:(\d+):)?(\d{1,3}):([0-5]\d)$/.exec(typed) ?? []
  if (minutes === undefined || (hours !== '0' && Number(minutes) > 59)) return undefined
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
}
