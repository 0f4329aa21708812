import type { Database } from '../../platform/database/connect.ts'
import { sample, type Sample } from '../../platform/metrics/metrics.ts'
import { measureScans } from './queries.ts'

/** Files that wait for the scanner, and those in which malware was found. Where nothing is scanned, nothing waits. */
export const scanSamples = async (db: Database, now: Date, isScanning: boolean): Promise<Sample[]> => {
  const { waiting, infected, oldestSeconds } = await measureScans(db, now)
  return [
    sample('lectern_file_scans', { state: 'waiting' }, isScanning ? waiting : 0),
    sample('lectern_file_scans', { state: 'infected' }, infected),
    sample('lectern_file_scan_oldest_seconds', {}, isScanning ? oldestSeconds : 0),
  ]
}
