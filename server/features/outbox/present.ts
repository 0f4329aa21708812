import type { OutboxMessage } from '@lectern/contract/outbox/outbox.ts'
import { carrierFailures } from '../../platform/carrier.ts'
import type { Ctx } from '../../platform/context.ts'
import { t } from '../../platform/messages.ts'
import type { listLetters } from './service.ts'
import { maskSecrets, writeMail, writeShortMessage, type Letterhead } from './letter-text.ts'

type ListedLetter = Awaited<ReturnType<typeof listLetters>>['list'][number]

/** As its reader gets it; codes are visible in the demo only, where nobody receives them otherwise. */
const textsOf = (row: ListedLetter, head: Letterhead, demo: boolean): { subject: string; text: string } => {
  const letter = demo && row.secret ? row : maskSecrets(row)
  try {
    const { subject, text } = letter.channel === 'mail' ? writeMail(letter, head) : writeShortMessage(letter, head)
    return { subject, text }
  } catch {
    // A letter that cannot be rendered does not keep the others from being listed.
    return { subject: row.letter, text: '' }
  }
}

/** `<failure>: <detail>`, in the organiser's language. */
const reasonOf = ({ locale }: Ctx, lastError: string | null): string | null => {
  const failure = carrierFailures.find((name) => lastError?.startsWith(`${name}: `))
  return failure ? t(locale, `letter.failure.${failure}`, { detail: lastError!.slice(failure.length + 2) }) : lastError
}

/** What organisers may see: of a confidential letter neither the recipient nor the text, nor what a server said about them. */
const shownOf = (ctx: Ctx, row: ListedLetter, head: Letterhead) =>
  row.isConfidential
    ? { recipient: '***', subject: t(ctx.locale, 'letter.confidential'), text: '', lastError: row.lastError && '***' }
    : {
        recipient: row.recipient,
        ...textsOf(row, head, ctx.installation.demo),
        lastError: reasonOf(ctx, row.lastError),
      }

export const presentLetter = (ctx: Ctx, row: ListedLetter, head: Letterhead): OutboxMessage => ({
  id: row.id,
  channel: row.channel,
  ...shownOf(ctx, row, head),
  state: row.state,
  attempts: row.attempts,
  createdAt: row.createdAt.toISOString(),
  dueAt: row.dueAt.toISOString(),
  sentAt: row.sentAt?.toISOString() ?? null,
})
