import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { installPages } from '../database/pages.ts'
import { connect } from '../platform/database/connect.ts'
import { startEmbeddedPostgres } from '../platform/database/embedded.ts'
import { migrate } from '../platform/database/migrate.ts'
import { grantTestRights } from './cluster-rights.ts'
import { databaseUrl, templateName } from './database.ts'
import { fixedNow } from './fixed-now.ts'
import { throwawaySettings } from './throwaway-settings.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** For the files of the demo. */
    demoFolder: string
  }
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** One PostgreSQL for the whole run, with a migrated template database that each test file copies. */
export const setup = async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const directory = await mkdtemp(join(tmpdir(), 'lectern-test-'))
  const postgres = await startEmbeddedPostgres({
    directory,
    log: silent,
    onLost: () => undefined,
    settings: throwawaySettings,
  })
  const end = async (): Promise<void> => {
    await postgres.stop()
    await rm(directory, { recursive: true, force: true })
  }
  try {
    await grantTestRights(postgres)
    const server = connect(postgres.url, () => undefined)
    await server.pool.query(`create database ${templateName}`)
    await server.close()
    const template = connect(databaseUrl(postgres.url, templateName), () => undefined)
    await migrate(template.pool)
    // Every site has its pages.
    await installPages(template.db, fixedNow)
    await template.close()
  } catch (error) {
    await end()
    throw error
  }
  provide('postgresUrl', postgres.url)
  provide('demoFolder', join(directory, 'demo'))
  return end
}
