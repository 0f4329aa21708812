import type { Report } from '../cli/command.ts'
import { runCommand } from '../cli/run-command.ts'
import { readConfig } from '../config.ts'
import { absentFolder } from './program.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

/**
 * Runs a command as `npm run portal -- …` would, in this process: starting a program takes longer than most commands.
 * `cli.prove.test.ts` starts the program.
 */
export const runPortal = (words: string[], environment: Record<string, string> = {}): Promise<Report> =>
  runCommand(words, { configure: () => readConfig({ DATA_DIR: absentFolder(), ...environment }), log: silent })
