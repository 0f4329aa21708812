import type { Channel } from '@lectern/contract/accounts/account-values.ts'
import type { OutboxId } from '@lectern/contract/ids.ts'
import { CarrierError } from '../../platform/carrier.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { Carriers } from '../../platform/feature.ts'
import { claimLetters, expireLetters, markFailed, markSent, stuckLetters, type ClaimedLetter } from './queries.ts'
import { writeMail, writeShortMessage, type Letterhead } from './letter-text.ts'

interface OutboxSenderDeps extends Letterhead {
  db: Database
  clock: Clock
  /** Absent: letters of that channel wait. */
  carriers: Carriers
  /** While true, unsent letters are written to the log. */
  readonly demo: boolean
  log: { info(line: string): void; warn(line: string): void }
  /** Receives errors of letters whose result cannot be stored: they are sent again. */
  report(error: unknown): void
}

interface OutboxSender {
  /** Starts sending everything that is due. Letters may outlast the run: a slow one does not delay later ones. */
  run(): Promise<void>
  /** No further letter is started. */
  stop(): void
  /** Waits for the letters being sent. */
  settled(): Promise<void>
}

const atOnce = 4
const minuteMilliseconds = 60_000
/** Longer than a carrier takes: it runs out only if the program crashed. */
const leaseMilliseconds = 2 * minuteMilliseconds
/** The demo's log shows only letters younger than this. */
const recentMilliseconds = 10 * minuteMilliseconds
const longestPauseMilliseconds = 6 * 60 * minuteMilliseconds

const later = (from: Date, milliseconds: number): Date => new Date(from.getTime() + milliseconds)

/** 1, 2, 4 … minutes after the first, second, third attempt. */
const pauseAfter = (attempts: number): number =>
  Math.min(minuteMilliseconds * 2 ** Math.min(attempts - 1, 16), longestPauseMilliseconds)

/** A server may echo what it was sent. */
const withoutSecrets = (text: string, secret: ClaimedLetter['secret']): string =>
  Object.values(secret ?? {}).reduce((rest, value) => rest.replaceAll(value, '•'), text)

export const createOutboxSender = (deps: OutboxSenderDeps): OutboxSender => {
  const { db, clock, carriers, siteTitle, log } = deps
  /** Checked each time: a demo that becomes a real site starts to send. */
  const carried = (): Channel[] => (['mail', 'sms'] as const satisfies Channel[]).filter((channel) => carriers[channel])
  const startedAt = clock.now()
  const reported = new Set<OutboxId>()
  const underWay = new Set<Promise<void>>()
  let stopped = false

  const carry = async (letter: ClaimedLetter): Promise<void> => {
    const { id, recipient: to, locale } = letter
    const { mail, sms } = carriers
    if (letter.channel === 'mail' && mail)
      return mail.send({ id, to, locale, senderName: siteTitle(locale), ...writeMail(letter, deps) })
    if (letter.channel === 'sms' && sms) return sms.send({ id, to, text: writeShortMessage(letter, deps).text })
    // Organisers have removed the server since the letter was claimed.
    throw new CarrierError('unreachable', 'no server')
  }

  const giveBack = async (letter: ClaimedLetter, error: unknown): Promise<void> => {
    const failure = error instanceof CarrierError ? error : new CarrierError('unknown', (error as Error).name)
    const again = later(clock.now(), pauseAfter(letter.attempts))
    const isOver = failure.isFinal || again >= letter.expiresAt
    const reason = withoutSecrets(failure.message, letter.secret)
    await markFailed(db, letter, { reason, again: isOver ? undefined : again })
    // Not the whole reason: it may contain somebody's address.
    log.warn(`letter ${letter.id}: ${failure.failure}; ${isOver ? 'given up' : `again at ${again.toISOString()}`}`)
  }

  const send = async (letter: ClaimedLetter): Promise<void> => {
    const failure = await carry(letter).then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    await (failure ? giveBack(letter, failure.error) : markSent(db, letter, clock.now()))
  }

  const begin = (letter: ClaimedLetter): void => {
    const sending = send(letter)
      .catch(deps.report)
      .finally(() => underWay.delete(sending))
    underWay.add(sending)
  }

  const sendDue = async (): Promise<void> => {
    while (!stopped) {
      const most = atOnce - underWay.size
      if (most === 0) {
        await Promise.race(underWay)
        continue
      }
      const now = clock.now()
      const leasedUntil = later(now, leaseMilliseconds)
      const letters = await claimLetters(db, { now, leasedUntil, channels: carried(), most })
      letters.forEach(begin)
      if (letters.length < most) return
    }
  }

  /** People who try the demo find the codes in the log. */
  const logStuckLetters = async (): Promise<void> => {
    const recent = later(clock.now(), -recentMilliseconds)
    const since = recent > startedAt ? recent : startedAt
    for (const { id, recipient, letter, secret } of await stuckLetters(db, since, carried())) {
      if (reported.has(id)) continue
      reported.add(id)
      log.info(`demo: nothing is sent; for ${recipient}: ${letter}${secret?.code ? ` ${secret.code}` : ''}`)
    }
  }

  return {
    run: async () => {
      await expireLetters(db, clock.now())
      if (deps.demo) await logStuckLetters()
      if (carried().length > 0) await sendDue()
    },
    stop: () => {
      stopped = true
    },
    settled: async () => {
      await Promise.all(underWay)
    },
  }
}
