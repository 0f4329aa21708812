import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  )

const make = async (path: string, mode: number): Promise<void> => {
  await mkdir(path, { mode }).catch(async (error: unknown) => {
    if (!(await isFolder(path))) throw error
  })
}

/**
 * Creates a folder that only its owner may enter, and its missing parents. Node's own recursive `mkdir` never ends
 * where the system reports a missing folder and refuses to create it (`/proc`).
 */
export const makePrivateFolder = async (path: string): Promise<void> => {
  if (await isFolder(path)) return
  const missing: string[] = []
  for (let above = dirname(path); !(await isFolder(above)); above = dirname(above)) {
    missing.unshift(above)
    if (above === dirname(above)) break
  }
  for (const above of missing) await make(above, 0o777)
  await make(path, 0o700)
}
