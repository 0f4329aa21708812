import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../platform/database/drizzle.ts'
import type { TaskRunner } from '../platform/feature.ts'
import { buildApp } from '../app.ts'
import { connect } from '../platform/database/connect.ts'
import { loadSite } from '../pages/site.ts'

// A process that runs tasks of a test until it is killed. The effect of a task is a row in `work_done`, a table of the
// test; `input.holds` names the processes that never come to the end, `input.holdsOnce` those that do not at their first attempt.
// A process named `real` runs the tasks of the program.
const [databaseUrl = '', dataDirectory = '', name = ''] = process.argv.slice(2)

const begun = new Set<string>()

const runner: TaskRunner = async (ctx, { id, input, signal, progress }) => {
  await ctx.db.execute(sql`insert into work_begun (task, process) values (${id}, ${name})`)
  await progress(1, 2)
  process.stdout.write(`running ${id}\n`)
  const holds = [...((input.holds ?? []) as string[]), ...((begun.has(id) ? [] : (input.holdsOnce ?? [])) as string[])]
  begun.add(id)
  if (holds.includes(name)) await sleep(3_600_000, undefined, { signal })
  await ctx.db.execute(sql`insert into work_done (task, process) values (${id}, ${name})`)
}

const connection = connect(databaseUrl, () => undefined)
const app = await buildApp({
  config: {
    publicUrl: undefined,
    trustProxy: [],
    routerBase: '/',
    port: 8000,
    dataDirectory,
    demo: false,
    smtpUrl: undefined,
    sms: undefined,
    role: 'worker',
  },
  connection,
  databaseUrl,
  site: await loadSite(),
  ...(name !== 'real' && { taskRunners: { inspect: runner, issueCertificates: runner, plan: runner } }),
  taskTiming: { retryMilliseconds: () => 0, pollMilliseconds: 100, recoverMilliseconds: 500 },
})
await app.server.ready()
process.stdout.write('ready\n')
process.on('SIGTERM', () => {
  void app.server
    .close()
    .then(() => connection.close())
    .then(() => process.exit(0))
})
