import { z } from 'zod'

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** A zone by its name, such as Asia/Shanghai. */
export const timeZone = z.string().max(64).refine(isTimeZone)
