import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The version released last, with its packages, built: `npm run prove -- cluster` puts it there. */
const folder = join(import.meta.dirname, '..', '..', '..', 'build', 'earlier-version')

/** Its server; absent: a reason to skip a test. */
export const earlierServer = existsSync(join(folder, 'build', 'commit')) ? join(folder, 'server') : undefined
