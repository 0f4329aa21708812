import { subscribe } from 'node:diagnostics_channel'
import pg from 'pg'
import { afterAll } from 'vitest'

/** What one test file used. */
export interface FileUsage {
  processorMilliseconds: number
  sites: number
  requests: number
  statements: number
}

declare module 'vitest' {
  interface TaskMeta {
    usage?: FileUsage
  }
}

// A worker runs many files, and this module once for each of them; what counts is installed once.
const kept = globalThis as { testUsage?: Omit<FileUsage, 'processorMilliseconds'> }

const install = () => {
  const counts = { sites: 0, requests: 0, statements: 0 }
  subscribe('lectern.test.site', () => (counts.sites += 1))
  // With or without a connection.
  subscribe('lectern.test.request', () => (counts.requests += 1))
  subscribe('http.server.request.start', () => (counts.requests += 1))
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: Parameters<typeof query>) {
    counts.statements += 1
    return query.apply(this, args)
  } as typeof query
  return counts
}

const counts = (kept.testUsage ??= install())
const begin = { ...counts }
const processor = process.cpuUsage()

// oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of fixtures from this parameter.
afterAll(({}, { file }) => {
  const { user, system } = process.cpuUsage(processor)
  file.meta.usage = {
    processorMilliseconds: (user + system) / 1000,
    sites: counts.sites - begin.sites,
    requests: counts.requests - begin.requests,
    statements: counts.statements - begin.statements,
  }
})
