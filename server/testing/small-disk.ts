import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Mounts an empty file system of this size on a folder. */
export const mountDisk = (folder: string, bytes: number): void => {
  execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder], { stdio: 'ignore' })
}

export const unmountDisk = (folder: string): void => {
  execFileSync('/bin/umount', [folder])
}

/** Only root on Linux can mount a file system. */
export const canMountDisk = (): boolean => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const folder = join(tmpdir(), `lectern-mount-${process.pid}`)
  try {
    mkdirSync(folder, { recursive: true })
    mountDisk(folder, 1024 ** 2)
    unmountDisk(folder)
    return true
  } catch {
    return false
  }
}
