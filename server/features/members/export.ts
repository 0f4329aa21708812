import type { Readable } from 'node:stream'
import type { Ctx } from '../../platform/context.ts'
import { say } from '../../platform/messages.ts'
import { writeSheet, type SheetFormat } from '../../platform/sheets/write-sheet.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { audit } from '../audit/service.ts'
import { countEveryMember, membersAfter, type MemberFilter, type MemberRow, type Position } from './queries.ts'
import { cellsFor, headingsFor } from './sheet.ts'

const batch = 1_000

/** All members of a filter, a batch at a time: however many there are, few are in memory. */
const everyMember = async function* ({ db }: Ctx, filter: MemberFilter): AsyncGenerator<MemberRow> {
  let last: Position | undefined
  do {
    const members = await membersAfter(db, filter, last, batch)
    yield* members
    last = members.length < batch ? undefined : members.at(-1)
  } while (last)
}

const cellsOfAll = async function* (
  members: AsyncIterable<MemberRow>,
  cellsOf: (member: MemberRow) => string[],
): AsyncGenerator<string[]> {
  for await (const member of members) yield cellsOf(member)
}

/**
 * The members of a filter as a sheet. Reading changes nothing, but for this: who took personal data of many people out of the site is
 * written down before the first of them leaves.
 */
export const exportMembers = async (
  outer: Ctx,
  format: SheetFormat,
  filter: MemberFilter,
  timeZone: string,
): Promise<Readable> => {
  await inTransaction(outer, async (ctx) => {
    const count = await countEveryMember(ctx.db, filter)
    await audit(ctx, 'members.exported', {
      subject: { kind: 'members', id: format },
      after: { ...filter, count },
      // What was searched for may be a name.
      personal: true,
    })
  })
  const reader = { locale: outer.locale, timeZone }
  return writeSheet(format, {
    name: say(outer.locale, 'sheet.name'),
    headings: headingsFor(reader),
    rows: cellsOfAll(everyMember(outer, filter), cellsFor(reader)),
  })
}

export const exportName = ({ locale, now }: Ctx, format: SheetFormat, timeZone: string): string => {
  const date = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now)
  return `${say(locale, 'sheet.fileName', { date })}.${format}`
}
