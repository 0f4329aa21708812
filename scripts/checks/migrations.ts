import { createHash } from 'node:crypto'
import type { Check } from './project.ts'

const listed = /^server\/database\/released\/(.+)\.json$/
const migrationPath = (name: string): string => `server/database/migrations/${name}`

/** A released migration has run on sites: they would not start after a change to it. */
export const findChangedMigrations: Check = (files) => {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  return files.flatMap(({ path, text }) => {
    const version = listed.exec(path)?.[1]
    if (version === undefined) return []
    return Object.entries(JSON.parse(text) as Record<string, string>).flatMap(([name, sum]) => {
      const sql = texts.get(migrationPath(name))
      if (sql === undefined) return [{ path: migrationPath(name), why: `is gone, but was released with ${version}` }]
      const isSame = createHash('sha256').update(sql).digest('hex') === sum
      return isSame
        ? []
        : [
            {
              path: migrationPath(name),
              why: `was released with ${version}: add a new migration instead of changing it`,
            },
          ]
    })
  })
}
