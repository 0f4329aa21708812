import { channel } from 'node:diagnostics_channel'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint } from '@lectern/contract/endpoint.ts'
import pino from 'pino'
import { buildApp, type App, type AppDeps } from '../app.ts'
import { loadSite, type Site } from '../pages/site.ts'
import { markAsDemo } from '../features/settings/service.ts'
import type { Clock } from '../platform/clock.ts'
import { system, type Ctx } from '../platform/context.ts'
import { connect, type Connection } from '../platform/database/connect.ts'
import type { TaskTiming } from '../platform/feature.ts'
import type { Drain } from '../platform/http/create-server.ts'
import type { Http } from '../platform/http/serve.ts'
import { unlabelledEntries } from './audit-labels.ts'
import { answerFrom, answerTo, type Answer, type AnswerFrom } from './answer.ts'
import { createDatabase } from './database.ts'
import { sendDirectly, sendOverNetwork, type Call } from './send-request.ts'
import { fixedNow } from './fixed-now.ts'
import { writeRequest, type RequestArguments } from './request.ts'

export { fixedNow } from './fixed-now.ts'
export type { Answer } from './answer.ts'

export const after = (milliseconds: number, from: Date = fixedNow): Date => new Date(from.getTime() + milliseconds)

export interface SettableClock extends Clock {
  set(now: Date): void
  now: () => Date
}

const settableClock = (): SettableClock => {
  let current = fixedNow
  const clock: SettableClock = {
    now: () => current,
    set: (now) => {
      current = now
    },
  }
  return clock
}

export interface TestSite {
  url: string
  port: number
  databaseUrl: string
  db: Connection['db']
  pool: Connection['pool']
  clock: SettableClock
  drain: Drain
  metrics: App['metrics']
  /** Lines of the log, parsed, from `debug` up. */
  readonly log: readonly Record<string, unknown>[]
  /** The log as it was written. */
  logText(): string
  /** Statements sent by the program, in order. */
  statements: string[]
  /** A request to an endpoint of the contract, checked by its types. */
  ask<E extends Endpoint>(endpoint: E, ...request: RequestArguments<E>): Promise<AnswerFrom<E>>
  /** A request as it is written, however wrong. */
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  call(method: string, path: string, call?: Call): Promise<Answer>
  /** The same, of a signed-in person whose browser prefers English. */
  callAs(who: { headers: { cookie: string } }, method: string, path: string, body?: unknown): Promise<Answer>
  /** The context in which jobs run. */
  asProgram(): Ctx
  close(): Promise<void>
}

interface Options extends Pick<
  AppDeps,
  'extraRoutes' | 'maxEventLoopDelay' | 'settings' | 'withJobs' | 'withTasks' | 'taskRunners' | 'taskTiming'
> {
  /** The database of another site, for two programs on one. */
  databaseUrl?: string
  /** The same database through a pooler. */
  pooledUrl?: string
  config?: Partial<AppDeps['config']>
  clock?: SettableClock
  /** Requests go over connections, which cost more. */
  isOverNetwork?: boolean
  /** Wraps the built pages. */
  pages?: (site: Site) => Site
}

const statementOf = (query: unknown): string => (typeof query === 'string' ? query : (query as { text: string }).text)

/** Records every statement of the pool. */
const recordStatements = (pool: Connection['pool']): string[] => {
  const statements: string[] = []
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown
  pool.query = ((...args: unknown[]) => {
    statements.push(statementOf(args[0]))
    return query(...args)
  }) as typeof pool.query
  return statements
}

const recordLog = () => {
  const lines: string[] = []
  const parsed: Record<string, unknown>[] = []
  const write = (line: string): void => void lines.push(line)
  const logger = pino({ level: 'debug', base: null, timestamp: pino.stdTimeFunctions.isoTime }, { write })
  /** Most tests never read their log. */
  const parse = () => {
    for (const line of lines.slice(parsed.length)) parsed.push(JSON.parse(line) as Record<string, unknown>)
    return parsed
  }
  return { logger, parse, logText: () => lines.join('') }
}

/** Background tasks of tests wait for nothing. */
const quick: TaskTiming = { retryMilliseconds: () => 0, pollMilliseconds: 200, recoverMilliseconds: 500 }

const siteStarted = channel('lectern.test.site')

/** The whole program on its own database, reached over HTTP. */
export const startSite = async (options: Options = {}): Promise<TestSite> => {
  siteStarted.publish(undefined)
  const databaseUrl = options.databaseUrl ?? (await createDatabase())
  const { pooledUrl } = options
  const connection = connect(pooledUrl ?? databaseUrl, () => undefined, { isPooled: pooledUrl !== undefined })
  if (options.config?.demo !== false) await markAsDemo(connection.db, fixedNow)
  const statements = recordStatements(connection.pool)
  const clock = options.clock ?? settableClock()
  const { logger, parse, logText } = recordLog()
  const built = await loadSite()
  let http: Http
  const { server, drain, metrics } = await buildApp({
    config: {
      publicUrl: undefined,
      trustProxy: [],
      routerBase: '/',
      port: 8000,
      dataDirectory: await mkdtemp(join(tmpdir(), 'lectern-files-')),
      demo: true,
      smtpUrl: undefined,
      sms: undefined,
      providerMilliseconds: 120_000,
      ...options.config,
    },
    withJobs: options.withJobs ?? false,
    withTasks: options.withTasks ?? false,
    // The test runs in the same process on a possibly busy machine: neither may change a response.
    maxEventLoopDelay: options.maxEventLoopDelay ?? 0,
    connection,
    databaseUrl,
    site: options.pages?.(built) ?? built,
    logger,
    clock,
    extraRoutes: (given) => {
      http = given
      options.extraRoutes?.(given)
    },
    ...(options.settings && { settings: options.settings }),
    ...(options.taskRunners && { taskRunners: options.taskRunners }),
    taskTiming: { ...quick, ...options.taskTiming },
  })
  const url = await server.listen({ port: 0, host: '127.0.0.1' })

  const call: TestSite['call'] = async (method, path, request = {}) =>
    answerTo(
      { method, path },
      options.isOverNetwork
        ? await sendOverNetwork(url, method, path, request)
        : await sendDirectly(server.server, url, method, path, request),
    )

  return {
    url,
    port: Number(new URL(url).port),
    databaseUrl,
    db: connection.db,
    pool: connection.pool,
    clock,
    drain,
    metrics,
    get log() {
      return parse()
    },
    logText,
    statements,
    call,
    callAs: ({ headers }, method, path, body) =>
      call(method, path, { headers: { ...headers, 'accept-language': 'en-US' }, body }),
    ask: async (endpoint, ...request) => {
      const { method, path, ...rest } = writeRequest(endpoint, ...request)
      return answerFrom(endpoint, await call(method, path, rest))
    },
    get: (path, headers = {}) => call('GET', path, { headers }),
    asProgram: () => http.contextOf({ actor: system, id: 'test', ip: '', headers: {} } as never, 'en-US'),
    close: async () => {
      await server.close()
      const unlabelled = await unlabelledEntries(connection.pool)
      await connection.close()
      if (unlabelled.length > 0) throw new Error(`contract/audit/ lacks ${unlabelled.join(', ')}`)
    },
  }
}

/** Retries until a background change has happened; fails with the last reason. */
export const eventually = async <T>(attempt: () => Promise<T> | T): Promise<T> => {
  for (let left = 1_200; ; left -= 1)
    try {
      return await attempt()
    } catch (error) {
      if (left === 0) throw error
      await sleep(25)
    }
}
