import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { fillArticles } from './articles.ts'
import { startApp, type Served } from './processes.ts'
import { withPortals } from './portals.ts'
import { median, type Result } from './results.ts'

const rounds = 20

const read = async ({ url }: Served): Promise<string> => (await fetch(`${url}/News?lang=zh-CN`)).text()

/** Milliseconds until a process shows it. */
const untilSeen = async (app: Served, title: string): Promise<number> => {
  const began = performance.now()
  while (!(await read(app)).includes(title)) {
    if (performance.now() - began > 10_000) throw new Error(`${title} was not seen`)
    await sleep(5)
  }
  return performance.now() - began
}

const publish = (client: pg.Client, title: string): Promise<unknown> =>
  client.query(
    `update article set title = jsonb_build_object('zh-CN', $1::text) where id = (select id from article where pinned limit 1)`,
    [title],
  )

/** The time from publishing until every process serves it from its cache. */
export const measurePublish = (): Promise<Result[]> =>
  withPortals({ few: 10, many: 1_000 }, fillArticles, async (_small, { app, client, databaseUrl }) => {
    const other = await startApp({ DATABASE_URL: databaseUrl })
    try {
      const times: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        await Promise.all([read(app), read(other)])
        const title = `刚刚发布 ${round}`
        await publish(client, title)
        times.push(Math.max(...(await Promise.all([untilSeen(app, title), untilSeen(other, title)]))))
      }
      return [
        { name: 'published, seen in two processes, median', value: median(times), unit: 'ms' },
        {
          name: 'published, seen in two processes, longest',
          value: Math.max(...times),
          unit: 'ms',
          target: { most: 1_000 },
        },
      ]
    } finally {
      await other.stop()
    }
  })
