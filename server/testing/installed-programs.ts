import { readConfig } from '../config.ts'
import { findPrograms, type ProgramName } from '../platform/media/programs.ts'

/** Where this machine may have the optional programs. */
export const programPlaces = readConfig({ PATH: process.env['PATH'] }).programs

const programs = await findPrograms(programPlaces)

/** A reason to skip a test, which names what is missing. */
export const isMissing = (...names: ProgramName[]): boolean => names.some((name) => programs[name] === undefined)
