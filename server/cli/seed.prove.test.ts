import { expect, test } from 'vitest'
import { verifyPassword } from '../features/sign-in/passwords/passwords.ts'
import { connect } from '../platform/database/connect.ts'
import { runPortal } from '../testing/command.ts'
import { createDatabase } from '../testing/database.ts'

test('seed prints how organisers, an expert and officers of the demo sign in', async () => {
  const url = await createDatabase()
  const seed = () => runPortal(['seed'], { DATABASE_URL: url })
  const { lines, accounts } = await seed()
  const { organiser, expert, password } = accounts as Record<'organiser' | 'expert' | 'password', string>
  const { pool, close } = connect(url, () => undefined)
  const { rows } = await pool.query<{ password: string }>('select password from credential')
  await close()
  expect([organiser, expert, await verifyPassword(rows[0]!.password, password)]).toEqual(['admin', 'gaoyuanzhi', true])
  expect(password).toMatch(/^[a-hjkmnp-z2-9]{16}$/)
  expect(lines).toEqual([
    'The demo is in the database.',
    `organiser's sign-in: admin / ${password} (shown this once)`,
    "second organiser's sign-in: qianshuyu, with the same password",
    "auditor's sign-in: hejingwen, with the same password",
    "expert's sign-in: gaoyuanzhi, with the same password",
    "sign-in of a province's officer: shenyifan, with the same password",
    "sign-in of a school's officer: guchenxi, with the same password",
  ])
  expect(await seed()).toMatchObject({ ok: false, seeded: false })
})
