import { z } from 'zod'

/** The first entry of an archive. */
export const headName = 'lectern.json'
/** The last entry, or the last but one of a signed archive. */
export const sumsName = 'SHA256SUMS'
/** The HMAC-SHA256 of the sums, in hexadecimal digits. */
export const signatureName = 'SHA256SUMS.hmac'

/** Far more than any site needs; an archive is read with bounded memory. */
export const maxHeadBytes = 1024 ** 2
export const maxEntries = 2_000_000

export const headSchema = z.strictObject({
  /** Incremented when an older program could not read it. */
  format: z.literal(1),
  program: z.string(),
  postgres: z.string(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.strictObject({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.strictObject({ name: z.string().regex(/^\w+$/), columns: z.array(z.string()).min(1) })),
  /** False: the database only. `references`: files stay in their bucket, and are listed. */
  files: z.union([z.boolean(), z.literal('references')]),
})

export type Head = z.infer<typeof headSchema>

/** Rows are split into pieces, because the size of each must be known when it is written. */
export const rowsName = (table: string, piece: number): string =>
  `tables/${table}/${String(piece).padStart(6, '0')}.copy`

export const tableOf = (name: string): string | undefined => /^tables\/(\w+)\/\d{6}\.copy$/.exec(name)?.[1]

/** A list of files that stay in their bucket, in pieces. */
export const referencesName = (piece: number): string => `references/${String(piece).padStart(6, '0')}.jsonl`

export const isReferences = (name: string): boolean => /^references\/\d{6}\.jsonl$/.test(name)

export const fileName = (key: string): string => `files/${key}`

export const keyOfFile = (name: string): string | undefined => /^files\/([\w-]+(?:\/[\w-]+)*)$/.exec(name)?.[1]
