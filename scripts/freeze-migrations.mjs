// Stores the checksums of all migrations under the version of package.json, when that version is released. A check
// compares them from then on.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

const folder = join(root, 'server/database/migrations')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const sumOf = (name) =>
  createHash('sha256')
    .update(readFileSync(join(folder, name)))
    .digest('hex')
const sums = Object.fromEntries(
  readdirSync(folder)
    .toSorted()
    .map((name) => [name, sumOf(name)]),
)
writeFileSync(
  join(root, `server/database/released/${version.replaceAll('.', '-')}.json`),
  `${JSON.stringify(sums, null, 2)}\n`,
)
