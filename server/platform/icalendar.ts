/** One event of a calendar. */
export interface CalendarEvent {
  /** Stays the same when the event moves. */
  uid: string
  begins: Date
  ends: Date
  summary: string
  description: string
  url: string
  /** Reminders, in minutes before the start. */
  alarmMinutes?: readonly number[]
}

/** Something that opens and closes; either may be open. */
interface Window {
  /** Stays the same when the times change. */
  id: string
  opensAt: Date | null
  closesAt: Date | null
  opens: string
  closes: string
  description: string
  url: string
}

/** How long a moment takes in a calendar. */
const momentMilliseconds = 30 * 60_000

/** Minutes before: a short one for an opening; a day and an hour for a deadline. */
const alarms = { opens: [10], closes: [24 * 60, 60] } as const

/** One event for the opening and one for the deadline, instead of one that lasts for weeks. */
export const windowEvents = ({ id, opensAt, closesAt, opens, closes, ...shared }: Window): CalendarEvent[] => {
  const uid = (moment: string): string => `${id}.${moment}@${new URL(shared.url).hostname}`
  const opening = opensAt && {
    ...shared,
    uid: uid('opens'),
    begins: opensAt,
    ends: new Date(opensAt.getTime() + momentMilliseconds),
    summary: opens,
    alarmMinutes: alarms.opens,
  }
  const deadline = closesAt && {
    ...shared,
    uid: uid('closes'),
    // It ends with the window, so that nobody takes the deadline for a start.
    begins: new Date(closesAt.getTime() - momentMilliseconds),
    ends: closesAt,
    summary: closes,
    alarmMinutes: alarms.closes,
  }
  return [opening, deadline].filter((event) => event !== null)
}

interface Calendar {
  name: string
  /** The time zone in which it is displayed; times are written in UTC, which needs no table of clock changes. */
  timeZone: string
  language: string
  now: Date
  events: readonly CalendarEvent[]
}

const maxOctets = 75

/** Lines are folded after 75 octets (RFC 5545, 3.1), never within a character. */
const fold = (line: string): string => {
  const lines: string[] = []
  let current = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > maxOctets) {
      lines.push(current)
      current = ' '
      octets = 1
    }
    current += character
    octets += size
  }
  return [...lines, current].join('\r\n')
}

const escape = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, '')

/** `20261115T040000Z` */
const moment = (date: Date): string => date.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')

const linesOf = (event: CalendarEvent, now: Date): string[] => [
  'BEGIN:VEVENT',
  `UID:${event.uid}`,
  `DTSTAMP:${moment(now)}`,
  `DTSTART:${moment(event.begins)}`,
  `DTEND:${moment(event.ends)}`,
  `SUMMARY:${escape(event.summary)}`,
  `DESCRIPTION:${escape(event.description)}`,
  `URL:${event.url}`,
  'TRANSP:TRANSPARENT',
  ...(event.alarmMinutes ?? []).flatMap((minutes) => [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `TRIGGER:-PT${minutes}M`,
    `DESCRIPTION:${escape(event.summary)}`,
    'END:VALARM',
  ]),
  'END:VEVENT',
]

/** A calendar for subscriptions (RFC 5545). */
export const writeCalendar = ({ name, timeZone, language, now, events }: Calendar): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Lectern//Schedule//${language.toUpperCase()}`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escape(name)}`,
    `X-WR-CALNAME:${escape(name)}`,
    `X-WR-TIMEZONE:${timeZone}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    ...events.flatMap((event) => linesOf(event, now)),
    'END:VCALENDAR',
  ]
    .map((line) => `${fold(line)}\r\n`)
    .join('')
