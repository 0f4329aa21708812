import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** A run whose tests write these folders. */
const script = `
  import { mkdirSync } from 'node:fs'
  import { homedir, tmpdir } from 'node:os'
  import { join } from 'node:path'
  const { watchForStrays } = await import(process.argv[1])
  const scratch = join(tmpdir(), 'lectern-test-1')
  const findStrays = watchForStrays(scratch)
  for (const folder of [scratch, join(scratch, 'data'), join(tmpdir(), 'lectern-2'), join(tmpdir(), 'other-program'),
    join(homedir(), 'data'), join(homedir(), '.cache')]) mkdirSync(folder)
  console.log(JSON.stringify(findStrays()))
`

test('what tests write outside of their scratch folder is named, whoever may write there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-strays-'))
  const [home, temporary] = [join(folder, 'home'), join(folder, 'tmp')]
  for (const path of [home, temporary]) mkdirSync(path)
  mkdirSync(join(home, 'kept'))
  const watcher = new URL('./stray-files.mjs', import.meta.url).href
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script, watcher], {
    env: { ...process.env, HOME: home, TMPDIR: temporary },
    encoding: 'utf8',
  })
  rmSync(folder, { recursive: true })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual([join(home, 'data'), join(temporary, 'lectern-2')])
})
