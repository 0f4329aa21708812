import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackage, mayInstall } from './apt.mjs'

/** Programs that tests start, with Debian's packages of them. Tests that need one are skipped without it. */
const programs = {
  pgbouncer: { packageName: 'pgbouncer', tests: 'tests behind a pooler', isService: true },
  pdftoppm: { packageName: 'poppler-utils', tests: 'tests that draw documents' },
}

/** Debian puts servers where ordinary users do not look for programs. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']

const isInstalled = (name) => folders.some((folder) => existsSync(join(folder, name)))

const install = async (name) => {
  const { packageName, tests, isService = false } = programs[name]
  await installPackage(packageName, tests)
  // The tests start their own; a service that nobody asked for stays off.
  if (isService && isInstalled(name) && existsSync('/run/systemd/system'))
    spawnSync('systemctl', ['disable', '--now', name])
}

/** Finds or installs programs for tests; returns a line for each that is missing, with what is skipped without it. */
export const ensureTestPrograms = async (names = Object.keys(programs)) => {
  for (const name of names) if (!isInstalled(name) && mayInstall()) await install(name)
  return names
    .filter((name) => !isInstalled(name))
    .map((name) => {
      const { packageName, tests } = programs[name]
      return `Skipped: ${tests}. They need ${name} (Debian: apt install ${packageName}).`
    })
}
