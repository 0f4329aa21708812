import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClamd } from '../adapters/scanner/clamd.ts'
import { findProgram, isInstalled } from './find-program.ts'
import { newFolder } from './program.ts'
import { eicar } from './scanner.ts'

export const hasClamd = await isInstalled('clamd')

/** The real daemon of ClamAV with one signature, that of the test file of EICAR, and small limits. */
export const startClamd = async (maxBytes: number) => {
  const folder = await newFolder()
  const path = join(folder, 'clamd.ctl')
  const signatures = join(folder, 'signatures')
  await mkdir(signatures)
  await writeFile(join(signatures, 'test.ndb'), `Eicar-Test-Signature:0:*:${eicar.toString('hex')}\n`)
  const settings = [
    `LocalSocket ${path}`,
    `DatabaseDirectory ${signatures}`,
    `StreamMaxLength ${maxBytes}`,
    `MaxFileSize ${maxBytes}`,
    'OfficialDatabaseOnly no',
    'Foreground yes',
    'AlertExceedsMax yes',
  ]
  await writeFile(join(folder, 'clamd.conf'), `${settings.join('\n')}\n`)
  const program = spawn((await findProgram('clamd'))!, ['--config-file', join(folder, 'clamd.conf')], {
    stdio: 'ignore',
  })
  const ended = new Promise<void>((resolve) => program.once('exit', () => resolve()))
  const address = { path }
  const { version } = createClamd({ address, maxBytes })
  for (let left = 600; ; left -= 1)
    try {
      await version()
      break
    } catch (error) {
      if (left === 0 || program.exitCode !== null) throw error
      await sleep(100)
    }
  return {
    address,
    close: async () => {
      program.kill('SIGKILL')
      await ended
    },
  }
}
