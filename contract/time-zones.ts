import { z } from 'zod'

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** A time zone by its IANA name, such as Asia/Shanghai. */
export const timeZone = z.string().max(64).refine(isTimeZone)
