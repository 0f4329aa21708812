import { sql, type SQL } from './drizzle.ts'

/** The start of a day in a time zone, so many days later. */
export const startOfDay = (day: string, timeZone: string, later = 0): SQL =>
  sql`((${day}::date + ${later}::int)::timestamp at time zone ${timeZone})`

/** Without the wildcards of `like`. */
const literally = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** The pattern of `like` for texts that begin with this one. */
export const beginningWith = (text: string): string => `${literally(text)}%`

/** The pattern of `like` for texts that contain this one. */
export const containing = (text: string): string => `%${literally(text)}%`
