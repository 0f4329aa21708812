import { isTest, lineAt, type Check } from './project.ts'

/** These run on connections past any pooler. */
const withSession: ReadonlySet<string> = new Set([
  'server/backup/catalogue.ts',
  'server/backup/restore-journal.ts',
  'server/features/tasks/queue/locks.ts',
  'server/platform/database/client.ts',
  'server/platform/database/embedded-postmaster.ts',
  'server/platform/database/listen.ts',
  'server/platform/database/migrate.ts',
])

/** What outlives its transaction, and what to write instead. */
const needs: readonly [RegExp, string][] = [
  [/\bpg_(?:try_)?advisory_(?:un)?lock(?:_shared)?\b/g, 'take the lock for a transaction, with pg_advisory_xact_lock'],
  [/(?<=[`'";]\s*)set (?!local\b|constraints\b|transaction\b)[a-z_.]+(?: (?:=|to) |\$\{)/g, 'write `set local`'],
  [/(?<=[`'";]\s*)(?:un)?listen (?=["$\w])/gi, 'declare the channel in `listens` of the feature'],
  [/\bcreate temp(?:orary)? table\b/gi, 'a table of a session is gone with the next transaction'],
  [/\bcursor with hold\b/gi, 'read within the transaction, with readBatches'],
]

/** A pooler may run the next transaction of a connection in another session of PostgreSQL. */
export const findSessionUses: Check = (files) =>
  files
    .filter((file) => /^server\/.*\.ts$/.test(file.path) && !isTest(file) && !withSession.has(file.path))
    .flatMap(({ path, text }) =>
      needs.flatMap(([form, instead]) =>
        [...text.matchAll(form)].map(({ 0: words, index }) => ({
          path,
          line: lineAt(text, index),
          why: `needs a session, which a pooler does not keep: ${words.trim()}; ${instead}`,
        })),
      ),
    )
