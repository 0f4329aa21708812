import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { maxOrdered } from '@lectern/contract/ordering.ts'
import type { EditionId } from '@lectern/contract/ids.ts'
import type { LocalizedText } from '@lectern/contract/localized.ts'
import type { LanguageStamps } from '@lectern/contract/pages/publish-state.ts'
import type { Ctx, SignedIn } from '../../platform/context.ts'
import type { Database } from '../../platform/database/connect.ts'
import { and, asc, eq, sql, type Column, type SQL, type Table } from '../../platform/database/drizzle.ts'
import { fail } from '../../platform/failure.ts'
import { withIdempotencyKey } from '../../platform/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import { stampLanguages } from '../../platform/language-stamps.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { audit } from '../audit/service.ts'
import { forgetRevisions, recordRevision } from '../revisions/service.ts'

/** The columns of every row that organisers keep in a manual order. */
export interface OrderedRow {
  id: string
  position: number
  version: number
  written: LanguageStamps
  createdAt: Date
  updatedAt: Date
}

export type ContentOf<Row extends OrderedRow> = Omit<Row, keyof OrderedRow>

/** A kind of ordered content: its table, and which of its texts are localized. */
export interface OrderedContent<Row extends OrderedRow> {
  kind: 'banner' | 'expert' | 'partner' | 'activity'
  table: Table & Record<keyof OrderedRow, Column>
  /** The columns of a row. */
  columns: Record<keyof Row, Column>
  texts: (content: ContentOf<Row>) => LocalizedText[]
  /** The content is about a person. */
  personal?: true
  /** Absent: all rows share one order. Otherwise each group of rows has its own. */
  within?: { subject: { kind: 'edition'; id: EditionId }; where: SQL }
}

type Order = Pick<OrderedContent<never>, 'kind' | 'within'>

const facts: ReadonlySet<string> = new Set<keyof OrderedRow>([
  'id',
  'position',
  'version',
  'written',
  'createdAt',
  'updatedAt',
])

const contentOf = <Row extends OrderedRow>(row: Row): ContentOf<Row> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !facts.has(name))) as ContentOf<Row>

const notFound = {
  banner: 'banner.notFound',
  expert: 'expert.notFound',
  partner: 'partner.notFound',
  activity: 'activity.notFound',
} as const

/** Serializes adding, removing and moving within one order. Changes of content do not need it. */
const lockOrder = (db: Database, { kind, within }: Order) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtext(${`order of ${kind} ${within?.subject.id ?? ''}`.trim()}))`)

const rowsOf = async <Row extends OrderedRow>(db: Database, { table, columns }: OrderedContent<Row>, id?: Row['id']) =>
  (await db
    .select(columns as Record<string, Column>)
    .from(table)
    .where(id === undefined ? undefined : eq(table.id, id))
    .orderBy(asc(table.position), asc(table.id))) as unknown as Row[]

const idsInOrder = async <Row extends OrderedRow>(
  db: Database,
  { table, within }: OrderedContent<Row>,
): Promise<Row['id'][]> => {
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .where(within?.where)
    .orderBy(asc(table.position), asc(table.id))
  return rows.map(({ id }) => id as Row['id'])
}

/** A fingerprint of an order. */
export const markOf = (ids: readonly string[]): string =>
  createHash('sha256').update(ids.join()).digest('base64url').slice(0, 22)

/** All rows of a kind by position; `within` is ignored. */
export const listOrdered = <Row extends OrderedRow>(ctx: Ctx, arranged: OrderedContent<Row>): Promise<Row[]> =>
  rowsOf(ctx.db, arranged)

export const requireOrdered = async <Row extends OrderedRow>(
  ctx: Ctx,
  arranged: OrderedContent<Row>,
  id: Row['id'],
): Promise<Row> => {
  const [row] = await rowsOf(ctx.db, arranged, id)
  if (!row) throw fail(notFound[arranged.kind])
  return row
}

/** Locks the row until the transaction ends; fails if its version is not the one that the caller has seen. */
export const lockSeen = async <Row extends OrderedRow>(
  ctx: Ctx,
  arranged: OrderedContent<Row>,
  { id, version }: Seen<Row>,
): Promise<Row> => {
  const { table } = arranged
  await ctx.db.select({ id: table.id }).from(table).where(eq(table.id, id)).for('update')
  const row = await requireOrdered(ctx, arranged, id)
  if (row.version !== version) throw fail('resource.changed')
  return row
}

interface Seen<Row extends OrderedRow> {
  id: Row['id']
  version: number
}

const keep = (ctx: Ctx, { kind }: Pick<OrderedContent<never>, 'kind'>, { id, version }: OrderedRow, content: object) =>
  recordRevision(ctx, { kind, id }, version, { ...content })

/** Adds a row at the end. Requires a transaction. */
export const createOrdered = async <Row extends OrderedRow>(
  ctx: Ctx,
  arranged: OrderedContent<Row>,
  content: ContentOf<Row>,
): Promise<Row> => {
  const { kind, table, texts, personal = false, within } = arranged
  await lockOrder(ctx.db, arranged)
  const { rows } = await ctx.db.execute<{ total: number; last: number }>(
    sql`select count(*)::int as total, coalesce(max(position), 0) as last from ${table} where ${within?.where ?? sql`true`}`,
  )
  const most = maxOrdered[kind]
  const { total, last } = rows[0]!
  if (total >= most) throw fail('content.tooMany', { most })
  const row = {
    ...content,
    id: newId(ctx.now),
    position: last + 1,
    version: 1,
    written: stampLanguages({}, [], texts(content), ctx.now),
    createdAt: ctx.now,
    updatedAt: ctx.now,
  } as unknown as Row
  await ctx.db.insert(table).values(row as never)
  await keep(ctx, arranged, row, content)
  await audit(ctx, 'content.created', { subject: { kind, id: row.id }, after: { ...content }, personal })
  return row
}

/** Changes the content of a row. Requires a transaction. Without a difference nothing is written. */
export const changeOrdered = async <Row extends OrderedRow>(
  ctx: Ctx,
  arranged: OrderedContent<Row>,
  seen: Seen<Row>,
  changes: Partial<ContentOf<Row>>,
  action: 'content.updated' | 'content.moved' = 'content.updated',
): Promise<Row> => {
  const { kind, table, texts, personal = false } = arranged
  const row = await lockSeen(ctx, arranged, seen)
  const before = contentOf(row)
  const after = { ...before, ...changes }
  if (isDeepStrictEqual(before, after)) return row
  const stamps = {
    version: row.version + 1,
    written: stampLanguages(row.written, texts(before), texts(after), ctx.now),
    updatedAt: ctx.now,
  }
  const changed: Row = { ...row, ...changes, ...stamps }
  await ctx.db
    .update(table)
    .set({ ...changes, ...stamps })
    .where(eq(table.id, row.id))
  await keep(ctx, arranged, changed, after)
  await audit(ctx, action, { subject: { kind, id: row.id }, before: { ...before }, after: { ...after }, personal })
  return changed
}

/** Deletes a row. Requires a transaction. Revisions are kept, unless they are about a person. */
export const removeOrdered = async <Row extends OrderedRow>(
  ctx: Ctx,
  arranged: OrderedContent<Row>,
  seen: Seen<Row>,
): Promise<void> => {
  const { kind, table, personal = false } = arranged
  await lockOrder(ctx.db, arranged)
  const row = await lockSeen(ctx, arranged, seen)
  await ctx.db.delete(table).where(eq(table.id, row.id))
  if (personal) await forgetRevisions(ctx, { kind, id: row.id })
  await audit(ctx, 'content.deleted', { subject: { kind, id: row.id }, before: { ...contentOf(row) }, personal })
}

interface NewOrder<Row extends OrderedRow> {
  ids: readonly Row['id'][]
  basedOn: string
}

/**
 * Sets a new order. Requires a transaction. The new order must be based on the current one and contain the same rows;
 * otherwise it would silently undo another change.
 */
export const reorderOrdered = async <Row extends OrderedRow>(
  ctx: Ctx,
  arranged: OrderedContent<Row>,
  { ids, basedOn }: NewOrder<Row>,
): Promise<string> => {
  const { kind, table, within } = arranged
  await lockOrder(ctx.db, arranged)
  const before = await idsInOrder(ctx.db, arranged)
  const isSame = isDeepStrictEqual(before.toSorted(), [...ids].toSorted())
  if (markOf(before) !== basedOn || !isSame) throw fail('resource.changed')
  if (isDeepStrictEqual(before, ids)) return basedOn
  // Rows are locked in no particular order; `lockOrder` keeps two reorderings from deadlocking each other.
  await ctx.db.execute(sql`
    update ${table} set position = given.position
    from unnest(${sql.param(ids)}::uuid[]) with ordinality as given (id, position)
    where ${and(sql`${table.id} = given.id`, sql`${table.position} <> given.position`)}
  `)
  await audit(ctx, 'content.reordered', {
    subject: within?.subject ?? { kind, id: 'order' },
    before: { order: before },
    after: { order: ids },
  })
  return markOf(ids)
}

interface ItemRules<Row extends OrderedRow, Input, Item> {
  /** Validates what the contract cannot. */
  read: (ctx: Ctx, input: Input) => Promise<ContentOf<Row>>
  /** As organisers get them. */
  present: (ctx: Ctx, rows: readonly Row[]) => Promise<Item[]>
}

/** What organisers do with ordered content whose items they switch on and off. */
export const orderedItems = <Row extends OrderedRow & { visible: boolean }, Input extends object, Item>(
  content: OrderedContent<Row>,
  { read, present }: ItemRules<Row, Input, Item>,
) => {
  const presentOne = async (ctx: Ctx, row: Row): Promise<Item> => (await present(ctx, [row]))[0]!
  return {
    list: async (ctx: Ctx) => {
      const rows = await listOrdered(ctx, content)
      return { list: await present(ctx, rows), order: markOf(rows.map(({ id }) => id)) }
    },

    read: async (ctx: Ctx, id: Row['id']): Promise<Item> => presentOne(ctx, await requireOrdered(ctx, content, id)),

    create: async (outer: SignedIn, input: Input, key: string | undefined): Promise<Item> => {
      const call = { scope: `${content.kind}.create ${outer.actor.id}`, key, input }
      const { id } = await withIdempotencyKey(outer, call, async (ctx) => ({
        id: (await createOrdered(ctx, content, await read(ctx, input))).id,
      }))
      return presentOne(outer, await requireOrdered(outer, content, id))
    },

    save: (outer: Ctx, id: Row['id'], { version, ...input }: Input & { version: number }): Promise<Item> =>
      inTransaction(outer, async (ctx) => {
        const changes = await read(ctx, input as unknown as Input)
        return presentOne(ctx, await changeOrdered(ctx, content, { id, version }, changes))
      }),

    switch: (outer: Ctx, id: Row['id'], { visible, version }: { visible: boolean; version: number }): Promise<Item> =>
      inTransaction(outer, async (ctx) => {
        const changes = { visible } as Partial<ContentOf<Row>>
        return presentOne(ctx, await changeOrdered(ctx, content, { id, version }, changes, 'content.moved'))
      }),

    reorder: async (outer: Ctx, order: NewOrder<Row>) => ({
      order: await inTransaction(outer, (ctx) => reorderOrdered(ctx, content, order)),
    }),

    delete: async (outer: Ctx, id: Row['id'], version: number) => {
      await inTransaction(outer, (ctx) => removeOrdered(ctx, content, { id, version }))
      return {}
    },
  }
}
