import { expect, test } from 'vitest'
import { readCosts } from '../capacity/costs.ts'
import { predict, usualContest } from '../capacity/model.ts'
import { runPortal } from '../testing/command.ts'

/** Without a database. */
const run = (...words: string[]) => runPortal(['capacity', ...words])

test('a contest of the usual size is predicted from the measured costs', async () => {
  const { ok, lines, ...report } = await run()
  expect(ok).toBe(true)
  expect(report).toEqual({ contest: usualContest, prediction: predict(usualContest, readCosts()) })
  expect(lines[0]).toBe('1000000 accounts, 100000 teams, 50 TB of works; in the last hour 25 % of the teams act')
})

test('the size is told by options, and the report says what the figures come from', async () => {
  const { contest, lines } = await run('--accounts', '0', '--teams', '40', '--terabytes=0', '--acting', '1')
  expect(contest).toEqual({ ...usualContest, accounts: 0, teams: 40, terabytes: 0, acting: 1 })
  const rows = lines.filter((line) => line.startsWith('  web processes'))
  expect(rows.map((row) => row.split(/ {2,}/))).toEqual(
    ['disk', 'bucket'].map(() => ['', 'web processes', '2', 'one goes on while the other is restarted']),
  )
})

test.each([
  ['--acting', '1.5', '--acting is a number from 0 to 1, not 1.5.'],
  ['--teams', 'many', '--teams is a number from 0 to 1000000000, not many.'],
  ['--utilisation', '0', '--utilisation is a number from 0.05 to 1, not 0.'],
])('%s %s is refused', async (flag, value, error) => {
  expect(await run(flag, value)).toEqual({ ok: false, error, lines: [error] })
})
