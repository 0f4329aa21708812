import { constants, setPriority } from 'node:os'

/**
 * For threads with long work: requests are answered first. Only on Linux, where a thread has a priority of its own; elsewhere the whole
 * program would become slower.
 */
export const lowerThreadPriority = (): void => {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
}
