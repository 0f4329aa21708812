import { parseArgs } from 'node:util'
import { measureAccountPages } from './account-pages.ts'
import { measureBlockingTime } from './blocking-time.ts'
import { measureBucketReads } from './bucket-reads.ts'
import { measureBucketUploads } from './bucket-uploads.ts'
import { measureBurst } from './burst.ts'
import { measureCached } from './cached-answers.ts'
import { measureCapacity } from './capacity.ts'
import { measureCertificates } from './certificates.ts'
import { measureCosts } from './costs.ts'
import { measureCounting } from './counting.ts'
import { measureEnrolments } from './enrolments.ts'
import { measureFullHome } from './full-home.ts'
import { measureGallery } from './gallery.ts'
import { measureGrowth } from './growth.ts'
import { measureHostile } from './hostile.ts'
import { measureInstitutions } from './institutions.ts'
import { measureMembers } from './members.ts'
import { measureMemory } from './memory.ts'
import { measureMixedLoad } from './mixed-load.ts'
import { measureOfficeLists } from './office-lists.ts'
import { measurePaint } from './paint.ts'
import { measurePlanning } from './planning.ts'
import { measurePublish } from './publish.ts'
import { measureRestoreDrill } from './restore-drill.ts'
import { measureResultLists } from './result-lists.ts'
import { missed, tableOf, writeReadme, type Result } from './results.ts'
import { measureReviewSaves } from './review-saves.ts'
import { measureRush } from './rush.ts'
import { measureScores } from './scores.ts'
import { measureSearch } from './search.ts'
import { measureSignIn } from './sign-in.ts'
import { measureStart } from './start.ts'
import { measureSubmissions } from './submissions.ts'
import { measureUploads } from './uploads.ts'
import { measureWeight } from './weight.ts'
import { measureWorks } from './works.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
  },
})

const measurements: Record<string, () => Promise<Result[]>> = {
  cached: measureCached,
  costs: measureCosts,
  capacity: measureCapacity,
  counting: measureCounting,
  growth: measureGrowth,
  search: measureSearch,
  members: measureMembers,
  enrolments: measureEnrolments,
  works: measureWorks,
  institutions: measureInstitutions,
  'office-lists': measureOfficeLists,
  'sign-in': measureSignIn,
  submissions: measureSubmissions,
  rush: measureRush,
  burst: measureBurst,
  publish: measurePublish,
  weight: measureWeight,
  'full-home': measureFullHome,
  paint: measurePaint,
  gallery: measureGallery,
  'account-pages': measureAccountPages,
  blocking: measureBlockingTime,
  start: measureStart,
  memory: measureMemory,
  'mixed-load': measureMixedLoad,
  uploads: measureUploads,
  'bucket-reads': measureBucketReads,
  'bucket-uploads': measureBucketUploads,
  hostile: measureHostile,
  planning: measurePlanning,
  scores: measureScores,
  'review-saves': measureReviewSaves,
  'result-lists': measureResultLists,
  certificates: measureCertificates,
  'restore-drill': measureRestoreDrill,
}

/** Many minutes, or tens of gigabytes. */
const onDemand: ReadonlySet<string> = new Set(['costs', 'capacity', 'restore-drill'])

const names = positionals.length > 0 ? positionals : Object.keys(measurements).filter((name) => !onDemand.has(name))
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
