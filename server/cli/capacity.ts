import { readCosts } from '../capacity/costs.ts'
import { predict, usualContest, type Contest } from '../capacity/model.ts'
import { reportOf } from '../capacity/report.ts'
import { refusal, type Command, type Option } from './command.ts'

interface Input {
  name: keyof Contest
  help: string
  /** Between these, both included. */
  least: number
  most: number
}

const many = 1_000_000_000

const inputs: Readonly<Record<string, Input>> = {
  accounts: { name: 'accounts', help: 'people with an account', least: 0, most: many },
  teams: { name: 'teams', help: 'teams that hand in a work', least: 0, most: many },
  terabytes: { name: 'terabytes', help: 'size of all works', least: 0, most: many },
  certificates: { name: 'certificates', help: 'certificates issued in the last hour', least: 0, most: many },
  experts: { name: 'experts', help: 'experts who score in the last hour', least: 0, most: many },
  organisers: { name: 'organisers', help: 'organisers at work in the last hour', least: 0, most: many },
  acting: { name: 'acting', help: 'share of the teams that act in the last hour', least: 0, most: 1 },
  uploading: { name: 'uploading', help: 'share of these that still hand in a film', least: 0, most: 1 },
  reading: { name: 'reading', help: 'share of the accounts that read public pages', least: 0, most: 1 },
  peak: { name: 'peak', help: 'the busiest minute, of the average of the hour', least: 1, most: 60 },
  utilisation: { name: 'utilisation', help: 'how busy processors may be in that minute', least: 0.05, most: 1 },
  'backlog-hours': { name: 'backlogHours', help: 'hours for the background work of that hour', least: 0.1, most: 48 },
  backups: { name: 'backups', help: 'backups of the database that are kept', least: 0, most: 1_000 },
}

const options: Record<string, Option> = Object.fromEntries(
  Object.entries(inputs).map(([flag, { name, help }]) => [
    flag,
    { type: 'string', help: `${help} (${usualContest[name]})` } as const,
  ]),
)

export const capacityCommand: Command = {
  summary: 'predict what a contest of a size needs',
  help: 'Predicts processes, processors, connections, storage and bandwidth of the hour before a deadline, from costs of single actions that were measured once. Asks no database. Defaults are in brackets; docs/capacity.md says what is assumed.',
  options,
  run: async ({ options: given }) => {
    const contest: Contest = { ...usualContest }
    for (const [flag, { name, least, most }] of Object.entries(inputs)) {
      const text = given[flag]
      if (text === undefined) continue
      const value = Number(text)
      if (text === '' || !(value >= least && value <= most))
        return refusal(`--${flag} is a number from ${least} to ${most}, not ${String(text)}.`)
      contest[name] = value
    }
    const measured = readCosts()
    const prediction = predict(contest, measured)
    return { ok: true, contest, prediction, lines: reportOf(contest, prediction, measured) }
  },
}
