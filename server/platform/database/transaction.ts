import type { Ctx } from '../context.ts'

/** Runs a service's work in one transaction; inside, `ctx.db` is that transaction. */
export const inTransaction = <Result>(outer: Ctx, work: (ctx: Ctx) => Promise<Result>): Promise<Result> =>
  outer.db.transaction((db) => work({ ...outer, db }))
