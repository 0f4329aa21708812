import type { Feature } from '../../platform/feature.ts'
import { scanningRoutes } from './routes.ts'
import { scanSamples } from './samples.ts'
import { enqueueScans } from './scan-jobs.ts'
import { runScans } from './scan-files.ts'

export const scanningFeature: Feature = {
  name: 'scanning',
  start: ({ db, clock, installation, asProgram }) => ({
    routes: scanningRoutes,
    taskRunners: { scan: runScans },
    jobs: [
      { name: 'file scans', everyMilliseconds: 15_000, wokenBy: ['file_scan'], run: () => enqueueScans(asProgram()) },
    ],
    samples: () => scanSamples(db, clock.now(), installation.scanner !== undefined),
  }),
}
