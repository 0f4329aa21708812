import { Metrics } from '../server/platform/metrics/metrics.ts'

/** Runs in the measured process: what is counted for the first time after this is not counted. */
export const run = (): object => {
  Metrics.prototype.counter = () => () => undefined
  Metrics.prototype.observer = () => () => undefined
  return {}
}
