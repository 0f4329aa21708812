import { createHmac } from 'node:crypto'
import { escapeLiteral, type Client } from 'pg'

/**
 * The role of the site owns the site's database and nothing else. The superuser `lectern` only administers the
 * cluster.
 */
export const siteRole = 'lectern_site'

/** Derived from the superuser's password, one-way. */
export const sitePassword = (password: string): string =>
  createHmac('sha256', password).update(siteRole).digest('base64url')

/**
 * Creates the role and its database. The password is set at each start, so that it always matches the file beside the
 * data.
 */
export const ensureSiteRole = async (keeper: Client, password: string): Promise<void> => {
  const { rowCount } = await keeper.query('select from pg_roles where rolname = $1', [siteRole])
  if (rowCount === 0) await keeper.query(`create role ${siteRole}`)
  await keeper.query(`alter role ${siteRole} login nosuperuser nocreaterole noreplication nobypassrls
    password ${escapeLiteral(sitePassword(password))}`)
  const databases = await keeper.query(`select from pg_database where datname = 'lectern'`)
  if (databases.rowCount === 0) await keeper.query(`create database lectern owner ${siteRole}`)
}

// `reassign owned` refuses objects of the bootstrap superuser. Objects of extensions stay, and a sequence owned by a
// column follows its table.
const reassignObjects = `
do $$
declare
  statement text;
begin
  for statement in
    with extended as (select classid, objid from pg_depend where deptype = 'e'),
      owned as (select objid from pg_depend where classid = 'pg_class'::regclass and deptype in ('a', 'i')
        and refclassid = 'pg_class'::regclass and refobjsubid > 0)
    select format('alter %s %s owner to ${siteRole}',
      case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end, oid::regclass)
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
      and not exists (select from extended where classid = 'pg_class'::regclass and objid = pg_class.oid)
      and not (relkind = 'S' and exists (select from owned where objid = pg_class.oid))
    union all
    select format('alter routine %s owner to ${siteRole}', oid::regprocedure)
    from pg_proc
    where pronamespace = 'public'::regnamespace
      and not exists (select from extended where classid = 'pg_proc'::regclass and objid = pg_proc.oid)
    union all
    select format('alter type %s owner to ${siteRole}', oid::regtype)
    from pg_type
    where typnamespace = 'public'::regnamespace and typtype in ('e', 'd', 'r')
      and not exists (select from extended where classid = 'pg_type'::regclass and objid = pg_type.oid)
    union all
    select format('alter text search %s public.%I owner to ${siteRole}', kind, name)
    from (
      select 'configuration' as kind, cfgname as name, oid, 'pg_ts_config'::regclass as class
      from pg_ts_config where cfgnamespace = 'public'::regnamespace
      union all
      select 'dictionary', dictname, oid, 'pg_ts_dict'::regclass from pg_ts_dict where dictnamespace = 'public'::regnamespace
    ) as search
    where not exists (select from extended where classid = class and objid = search.oid)
  loop
    execute statement;
  end loop;
end $$`

/** A database of an earlier version belongs to the superuser: ownership moves to the site's role, all or nothing. */
export const giveToSite = async (connectTo: (database: string) => Promise<Client>): Promise<void> => {
  const keeper = await connectTo('lectern')
  try {
    const { rowCount } = await keeper.query(
      `select from pg_database where datname = 'lectern' and datdba = $1::regrole`,
      [siteRole],
    )
    if (rowCount === 1) return
    await keeper.query(`begin; ${reassignObjects}; alter database lectern owner to ${siteRole}; commit`)
  } finally {
    await keeper.end()
  }
}
