import { parseArgs } from 'node:util'
import { measureAccountPages } from './account-pages.ts'
import { measureBackups } from './backups.ts'
import { measureBlind } from './blind.ts'
import { measureBlocking } from './blocking.ts'
import { measureBurst } from './burst.ts'
import { measureCached } from './cached.ts'
import { measureCertificates } from './certificates.ts'
import { measureEnrolments } from './enrolments.ts'
import { measureExports } from './exports.ts'
import { measureFilmProbe } from './film-probe.ts'
import { measureFullHome } from './full-home.ts'
import { measureGrowth } from './growth.ts'
import { measureHandingIn } from './handing-in.ts'
import { measureHostile } from './hostile.ts'
import { measureMembers } from './members.ts'
import { measureMemory } from './memory.ts'
import { measureOfficeLists } from './office-lists.ts'
import { measurePaint } from './paint.ts'
import { measurePlanning } from './planning.ts'
import { measurePublish } from './publish.ts'
import { measureResultLists } from './result-lists.ts'
import { missed, tableOf, writeReadme, type Result } from './results.ts'
import { measureReviewSaves } from './review-saves.ts'
import { measureRush } from './rush.ts'
import { measureScores } from './scores.ts'
import { measureSearch } from './search.ts'
import { measureSignIn } from './sign-in.ts'
import { measureStarting } from './starting.ts'
import { measureSubmissions } from './submissions.ts'
import { measureUploadHash } from './upload-hash.ts'
import { measureUploads } from './uploads.ts'
import { measureWeight } from './weight.ts'
import { measureWorks } from './works.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    explain: { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
  },
})

const measurements: Record<string, () => Promise<Result[]>> = {
  cached: measureCached,
  growth: () => measureGrowth({ explain: values.explain }),
  search: measureSearch,
  members: () => measureMembers({ explain: values.explain }),
  enrolments: () => measureEnrolments({ explain: values.explain }),
  works: measureWorks,
  exports: measureExports,
  'office-lists': measureOfficeLists,
  'sign-in': measureSignIn,
  submissions: measureSubmissions,
  rush: measureRush,
  burst: measureBurst,
  publish: measurePublish,
  weight: measureWeight,
  'full-home': measureFullHome,
  paint: measurePaint,
  'account-pages': measureAccountPages,
  blocking: measureBlocking,
  start: measureStarting,
  memory: measureMemory,
  uploads: measureUploads,
  backups: measureBackups,
  'upload-hash': () => measureUploadHash({ isLarge: values.large }),
  'handing-in': () => measureHandingIn({ isLarge: values.large }),
  hostile: measureHostile,
  'film-probe': measureFilmProbe,
  blind: measureBlind,
  planning: measurePlanning,
  scores: measureScores,
  'review-saves': measureReviewSaves,
  'result-lists': measureResultLists,
  certificates: measureCertificates,
}

const names = positionals.length > 0 ? positionals : Object.keys(measurements)
const unknown = names.find((name) => !(name in measurements))
if (unknown !== undefined) {
  process.stderr.write(`There is no measurement ${unknown}; there are ${Object.keys(measurements).join(', ')}.\n`)
  process.exit(1)
}

const results: Result[] = []
for (const name of names) {
  process.stderr.write(`Measuring: ${name} …\n`)
  const measured = await measurements[name]!()
  process.stderr.write(`${tableOf(measured)}\n`)
  results.push(...measured)
}

process.stdout.write(`${tableOf(results)}\n`)
if (values.write)
  await writeReadme(results, ['npm run bench', ...(positionals.length > 0 ? ['--', ...positionals] : [])].join(' '))
process.exit(missed(results).length > 0 ? 1 : 0)
