import { isOpenCase } from '@lectern/contract/cases/case-values.ts'
import { asc, eq } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import type { PersonalData } from '../../platform/feature.ts'
import { evidenceOf } from './parties/evidence.ts'
import { openCasesOf } from './parties/own-cases.ts'
import { eraseCasesOf, filedBy } from './retention.ts'
import { caseMessage } from './tables.ts'

export const casesData: PersonalData = {
  collect: async ({ db }, { id }, { addressOf }) => {
    const cases = []
    for (const { id: caseId, side, ...filed } of await filedBy(db, id)) {
      const files = (await evidenceOf(db, caseId)).filter((one) => one.side === side)
      const messages = await db
        .select({ thread: caseMessage.thread, text: caseMessage.text, at: caseMessage.at })
        .from(caseMessage)
        .where(eq(caseMessage.caseId, caseId))
        .orderBy(asc(caseMessage.position))
      cases.push({
        ...filed,
        files: files.map(({ file }) => ({ name: file.name, size: file.size, address: addressOf(file.id) })),
        messages: messages.filter(({ thread }) => thread === side).map(({ text, at }) => ({ text, at })),
      })
    }
    return { cases }
  },
  // Arbiters must be able to ask who objected until they have decided.
  checkDeletion: async (ctx) => {
    const [open] = await openCasesOf(ctx.db, ctx.actor.id)
    if (open) throw fail('account.openCase', { number: open.number })
  },
  erase: async (ctx, { id }) => {
    const filed = await filedBy(ctx.db, id)
    await eraseCasesOf(
      ctx,
      filed.filter(({ state }) => !isOpenCase(state)).map((one) => one.id),
    )
  },
}
