import type { Database } from '../../platform/database/connect.ts'
import { sample, type Sample } from '../../platform/metrics/metrics.ts'
import { measureScans } from './queries.ts'

/** Files that wait for the scanner, and those in which malware was found. */
export const scanSamples = async (db: Database, now: Date): Promise<Sample[]> => {
  const { waiting, infected, oldestSeconds } = await measureScans(db, now)
  return [
    sample('lectern_file_scans', { state: 'waiting' }, waiting),
    sample('lectern_file_scans', { state: 'infected' }, infected),
    sample('lectern_file_scan_oldest_seconds', {}, oldestSeconds),
  ]
}
