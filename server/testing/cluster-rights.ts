import pg from 'pg'
import type { EmbeddedPostgres } from '../platform/database/embedded.ts'

/** Lets the site's role create databases and roles and disable triggers, which tests need beyond the site itself. */
export const grantTestRights = async ({ url, superuserUrl }: EmbeddedPostgres): Promise<void> => {
  const role = pg.escapeIdentifier(new URL(url).username)
  const client = new pg.Client(superuserUrl)
  await client.connect()
  await client.query(`
    alter role ${role} createdb createrole;
    alter role ${role} set createrole_self_grant = 'set, inherit';
    grant set on parameter session_replication_role to ${role}`)
  await client.end()
}
