import { createHash, randomBytes } from 'node:crypto'
import { canonicalJson, type CanonicalValue } from '@lectern/contract/canonical-json.ts'
import type { ResultListId } from '@lectern/contract/ids.ts'
import type { PrizeRules } from '@lectern/contract/results/prize-rules.ts'
import { publicColumns, type PublicColumn } from '@lectern/contract/results/result-values.ts'
import type { ListedPerson } from '../tables.ts'

// The text of a list, which visitors download: one line for its header and one for each work, a SHA-256 and the text that it is of. The
// fingerprint is the SHA-256 of all these hashes, in their order. Where somebody was erased, only the hash of the line is left.

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** What the digest of a row covers. */
export interface HashedRow {
  position: number
  awardPosition: number | null
  number: string
  group: string | null
  rank: number | null
  score: number | null
  prize: string | null
  adjustmentReason: string | null
  title: string
  team: string
  people: readonly ListedPerson[]
  school: string | null
  province: string | null
}

/** 16 bytes for what visitors see, which they are told, and 16 for the rest. */
const saltLength = 32

export const newSalt = (): Buffer => randomBytes(saltLength)

const valuesOf = (row: HashedRow): Record<PublicColumn, CanonicalValue> => {
  const named = (isAdvisor: boolean) =>
    row.people.filter(({ role }) => (role === 'advisor') === isAdvisor).map(({ name, role }) => ({ name, role }))
  const { rank, score, prize, title, team, school, province, number } = row
  return { rank, score, prize, title, team, people: named(false), advisors: named(true), school, province, number }
}

/**
 * The text of a row that its digest is of. Columns that visitors do not see are covered by a digest of their own, so that showing the text
 * tells nothing of them.
 */
export const rowText = (
  row: HashedRow,
  salt: Buffer,
  { publicColumns: columns }: Pick<PrizeRules, 'publicColumns'>,
) => {
  const values = valuesOf(row)
  const isShown = (column: PublicColumn): boolean => row.awardPosition !== null && columns.includes(column)
  const pick = (is: boolean) =>
    publicColumns.filter((column) => isShown(column) === is).map((column) => [column, values[column]])
  const reason = { reason: row.adjustmentReason }
  const hidden = {
    salt: salt.subarray(16).toString('hex'),
    ...Object.fromEntries(pick(false)),
    ...(!isShown('prize') && reason),
  }
  return canonicalJson({
    ...Object.fromEntries(pick(true)),
    salt: salt.subarray(0, 16).toString('hex'),
    group: row.group,
    ...(isShown('prize') && reason),
    hidden: digestOf(canonicalJson(hidden)).toString('hex'),
  })
}

interface HeaderFacts {
  id: ResultListId
  /** The public version that it will have. */
  version: number
  activity: string
  year: number
  rules: Pick<PrizeRules, 'tiers' | 'publicColumns'>
  works: number
  rulesHash: Buffer
  inputHash: Buffer
  rowsHash: Buffer
}

export const headerText = ({ id, version, activity, year, rules, works, ...hashes }: HeaderFacts): string =>
  canonicalJson({
    format: 'lectern-results/2',
    list: id,
    version,
    activity,
    year,
    columns: rules.publicColumns,
    // Their names would tell which works could have one.
    prizes: rules.publicColumns.includes('prize')
      ? rules.tiers.map((tier) => ({ id: tier.id, label: tier.label as CanonicalValue }))
      : [],
    works,
    rules: hashes.rulesHash.toString('hex'),
    input: hashes.inputHash.toString('hex'),
    rows: hashes.rowsHash.toString('hex'),
  })

/** Lists that an older version made have the hash of their ranks, scores and prizes. */
export const fingerprintVersionOf = ({ fingerprint }: { fingerprint: Buffer | null }): 1 | 2 =>
  fingerprint === null ? 1 : 2

/** Awarded works as visitors see them, then the others. */
export const inTextOrder = <Row extends Pick<HashedRow, 'position' | 'awardPosition'>>(rows: readonly Row[]): Row[] =>
  rows.toSorted(
    (a, b) =>
      (a.awardPosition ?? Number.MAX_SAFE_INTEGER) - (b.awardPosition ?? Number.MAX_SAFE_INTEGER) ||
      a.position - b.position,
  )

/** The fingerprint of a list, from the digests of its rows in the order of its text. */
export const fingerprintOf = (header: string, digests: readonly Buffer[]): Buffer =>
  digestOf([digestOf(header), ...digests].map((digest) => `${digest.toString('hex')}\n`).join(''))

export const digestRow = (...row: Parameters<typeof rowText>): Buffer => digestOf(rowText(...row))

interface StoredRow extends HashedRow {
  salt: Buffer | null
  digest: Buffer | null
}

/** The text of a list as visitors get it. */
export const listText = (
  header: string,
  rows: readonly StoredRow[],
  rules: Pick<PrizeRules, 'publicColumns'>,
): string => {
  const lines = inTextOrder(rows).map((row) => {
    const digest = row.digest!.toString('hex')
    return row.salt && row.awardPosition !== null ? `${digest} ${rowText(row, row.salt, rules)}` : digest
  })
  return [`${digestOf(header).toString('hex')} ${header}`, ...lines].map((line) => `${line}\n`).join('')
}
