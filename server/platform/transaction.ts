import type { Ctx } from './context.ts'

/** Runs work in one transaction, all or nothing. The work gets a context whose database is the transaction. */
export const inTransaction = <C extends Ctx, Result>(outer: C, work: (ctx: C) => Promise<Result>): Promise<Result> =>
  outer.db.transaction((db) => work({ ...outer, db }))
