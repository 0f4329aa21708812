import { readFileSync } from 'node:fs'

/** What people and the office do, as `npm run bench -- costs` measures it, one kind after the other. */
export const actions = [
  'publicPage',
  'welcome',
  'signUp',
  'signIn',
  'enrolmentSave',
  'enrolmentSubmit',
  'workSave',
  'workSubmit',
  'smallFilm',
  'filmMegabyte',
  'bucketFilm',
  'bucketMegabyte',
  'scoreSave',
  'officeList',
  'certificate',
  'liveNotice',
] as const
export type Action = (typeof actions)[number]

/** What one action costs, beyond what a site costs at rest. */
export interface Cost {
  /** Processor milliseconds. */
  web: number
  worker: number
  postgres: number
  /** Bytes that pass a web process. */
  received: number
  sent: number
  /** Bytes that stay, in the database and in the folder of files. */
  rows: number
  files: number
}

export type Resource = keyof Cost
export const resources = [
  'web',
  'worker',
  'postgres',
  'received',
  'sent',
  'rows',
  'files',
] as const satisfies Resource[]

export interface MeasuredCosts {
  date: string
  version: string
  /** Of the machine: its processor, and Node. */
  measuredOn: string
  /** Processor seconds in an hour of a site at rest. */
  idle: Pick<Cost, 'web' | 'worker' | 'postgres'>
  costs: Record<Action, Cost>
}

export const costsPath = new URL('measured-costs.json', import.meta.url)

export const readCosts = (): MeasuredCosts => JSON.parse(readFileSync(costsPath, 'utf8')) as MeasuredCosts
