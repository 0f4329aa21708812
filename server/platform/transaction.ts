import type { Ctx } from './context.ts'

/** Does work in one transaction: all of it or nothing. The work is given a context whose database is the transaction. */
export const inTransaction = <C extends Ctx, Result>(outer: C, work: (ctx: C) => Promise<Result>): Promise<Result> =>
  outer.db.transaction((db) => work({ ...outer, db }))
