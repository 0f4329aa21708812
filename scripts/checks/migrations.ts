import { createHash } from 'node:crypto'
import { lineAt, type Check, type Problem, type ProjectFile } from './project.ts'

const listed = /^server\/database\/released\/(.+)\.json$/
const folder = 'server/database/migrations/'
const migrationPath = (name: string): string => folder + name

/** The migrations of each released version, with their sums. */
const releasesIn = (files: readonly ProjectFile[]): Map<string, Record<string, string>> =>
  new Map(
    files.flatMap(({ path, text }) => {
      const version = listed.exec(path)?.[1]
      return version === undefined ? [] : [[version, JSON.parse(text) as Record<string, string>]]
    }),
  )

/** A released migration has run on sites: they would not start after a change to it. */
export const findChangedMigrations: Check = (files) => {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  return [...releasesIn(files)].flatMap(([version, sums]) =>
    Object.entries(sums).flatMap(([name, sum]) => {
      const path = migrationPath(name)
      const sql = texts.get(path)
      if (sql === undefined) return [{ path, why: `is gone, but was released with ${version}` }]
      const isSame = createHash('sha256').update(sql).digest('hex') === sum
      return isSame ? [] : [{ path, why: `was released with ${version}: add a new migration instead of changing it` }]
    }),
  )
}

const blank = (part: string): string => part.replace(/[^\n]/g, ' ')

/** Bodies of functions and literal texts say nothing about the schema; comments stay, but end no statement. */
const withoutTexts = (sql: string): string =>
  sql.replace(/--.*|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'/g, (part) =>
    part.startsWith('--') ? part.replaceAll(';', ' ') : blank(part),
  )

interface Statement {
  line: number
  /** In lower case, without comments, on one line. */
  text: string
  /** The comments above it. */
  comment: string
}

const statementsIn = (sql: string): Statement[] => {
  const statements: Statement[] = []
  let at = 0
  for (const part of withoutTexts(sql).split(';')) {
    const text = part.replace(/--.*/g, blank)
    const lead = text.length - text.trimStart().length
    const comment = (part.slice(0, lead).match(/--.*/g) ?? []).join(' ')
    if (text.trim())
      statements.push({
        line: lineAt(sql, at + lead),
        text: text.trim().replace(/\s+/g, ' ').toLowerCase(),
        comment,
      })
    at += part.length + 1
  }
  return statements
}

const bare = (name: string): string => name.replaceAll('"', '').replace(/^public\./, '')

/** Tables and columns (`table.column`) that statements create. */
const createdBy = (statements: readonly Statement[]): Set<string> => {
  const tables = new Set<string>()
  for (const { text } of statements) {
    const table =
      /^create (?:unlogged )?(?:table|view|materialized view|function|or replace view|or replace function) (?:if not exists )?([\w".]+)/.exec(
        text,
      )
    if (table) tables.add(bare(table[1]!))
    const altered = /^alter table (?:only )?(?:if exists )?([\w".]+)/.exec(text)
    if (altered)
      for (const [, column] of text.matchAll(/add column (?:if not exists )?([\w"]+)/g))
        tables.add(`${bare(altered[1]!)}.${bare(column!)}`)
  }
  return tables
}

/** What a statement takes away from processes that were written for the schema before it. */
const lossesOf = ({ text }: Statement, isNew: (name: string) => boolean): string[] => {
  const dropped =
    /^drop (table|view|materialized view|function|type|sequence|schema|domain|index) (?:concurrently )?(?:if exists )?([\w".]+)/.exec(
      text,
    )
  if (dropped) return isNew(bare(dropped[2]!)) ? [] : [`drops ${dropped[2]}`]
  const emptied = /^(?:truncate(?: table)?|delete from) (?:only )?([\w".]+)/.exec(text)
  if (emptied) return isNew(bare(emptied[1]!)) ? [] : [`deletes rows of ${emptied[1]}`]
  if (/^alter (?:view|type|function|sequence|schema|index) .* rename/.test(text)) return ['renames what is read']
  const altered = /^alter table (?:only )?(?:if exists )?([\w".]+) (.*)$/.exec(text)
  if (!altered || isNew(bare(altered[1]!))) return []
  const [, table, changes] = altered
  const isNewColumn = (column: string): boolean => isNew(`${bare(table!)}.${bare(column)}`)
  // Commas inside of brackets belong to a type or a list.
  return changes!.split(/,(?![^(]*\))/).flatMap((clause) => {
    const change = clause.trim()
    if (change.startsWith('rename')) return [`renames what is read of ${table}`]
    const column = /^(?:drop|alter|add) column (?:if (?:not )?exists )?([\w"]+) ?(.*)$/.exec(change)
    if (column) {
      const [, name, rest] = column
      if (change.startsWith('add'))
        return /\bnot null\b/.test(rest!) && !/\b(?:default|generated)\b/.test(rest!)
          ? [`adds ${table}.${name} without a default, which is needed`]
          : []
      if (isNewColumn(name!)) return []
      if (change.startsWith('drop')) return [`drops ${table}.${name}`]
      if (/^(?:set data )?type\b/.test(rest!)) return [`changes the type of ${table}.${name}`]
      if (rest!.startsWith('set not null')) return [`makes ${table}.${name} required`]
      if (rest!.startsWith('drop default')) return [`drops the default of ${table}.${name}`]
      return []
    }
    const constraint = /^drop constraint (?:if exists )?([\w"]+)/.exec(change)
    return constraint ? [`drops the constraint ${bare(constraint[1]!)}`] : []
  })
}

const unusedSince = /\bunused since (\d+\.\d+\.\d+)/

/**
 * Processes of the released version go on working while a site is upgraded, on the new schema: a migration only adds. What
 * a released version no longer uses may be dropped, if the comment above says `unused since <version>`.
 */
export const findShrinkingMigrations: Check = (files) => {
  const releases = releasesIn(files)
  const released = new Set([...releases.values()].flatMap((sums) => Object.keys(sums)))
  const pending = files
    .filter(({ path }) => path.startsWith(folder) && !released.has(path.slice(folder.length)))
    .map(({ path, text }) => ({ path, statements: statementsIn(text) }))
  const tables = createdBy(pending.flatMap(({ statements }) => statements))
  return pending.flatMap(({ path, statements }) => {
    const whole = statements.map(({ text }) => text).join(';')
    return statements.flatMap((statement): Problem[] => {
      const version = unusedSince.exec(statement.comment)?.[1]
      if (version !== undefined && releases.has(version.replaceAll('.', '-'))) return []
      return (
        lossesOf(statement, (name) => tables.has(name))
          // A list of values grows by making its constraint anew.
          .filter((loss) => {
            const constraint = /^drops the constraint (\w+)$/.exec(loss)?.[1]
            return !constraint || !whole.includes(`add constraint ${constraint} `)
          })
          .map((loss) => ({ path, line: statement.line, why: `${loss}, which the released version may use` }))
      )
    })
  })
}
