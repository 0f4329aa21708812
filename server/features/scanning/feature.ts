import type { Feature } from '../../platform/feature.ts'
import { enqueueScans } from './scan-jobs.ts'
import { runScans } from './scan-files.ts'

export const scanningFeature: Feature = {
  name: 'scanning',
  start: ({ asProgram }) => ({
    taskRunners: { scan: runScans },
    jobs: [
      { name: 'file scans', everyMilliseconds: 15_000, wokenBy: ['file_scan'], run: () => enqueueScans(asProgram()) },
    ],
  }),
}
