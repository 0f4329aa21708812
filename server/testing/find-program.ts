import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

/** Where this machine has a program. Debian puts servers where ordinary users do not look for programs. */
export const findProgram = async (name: string): Promise<string | undefined> => {
  for (const folder of [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']) {
    const path = join(folder, name)
    if (await isExecutable(path)) return path
  }
  return undefined
}

export const isInstalled = async (name: string): Promise<boolean> => (await findProgram(name)) !== undefined
