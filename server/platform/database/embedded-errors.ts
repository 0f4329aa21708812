/** The program cannot start. The message is one line for the person at the terminal, without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}

export class FolderInUse extends StartError {
  override name = 'FolderInUse'
  constructor(directory: string) {
    super(`Another Lectern already runs on ${directory}. Stop it first, or set DATA_DIR to another folder.`)
  }
}

/** The database cannot be used now, but perhaps later without any change to the settings. */
export class DatabaseAway extends StartError {
  override name = 'DatabaseAway'
}

export class DiskFull extends DatabaseAway {
  override name = 'DiskFull'
  constructor(directory: string) {
    super(`No space is left on the disk of ${directory}. Free some and start again.`)
  }
}

const oneLine = (text: string): string =>
  text
    .trim()
    .split(/\s*\n\s*/)
    .join(' / ')

export const codeOf = (error: unknown): string | undefined => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

/** Turns a file system error, or the output of PostgreSQL, into a helpful line. */
export const explain = (error: unknown, directory: string): StartError => {
  if (error instanceof StartError) return error
  const text = error instanceof Error ? error.message : String(error)
  const code = codeOf(error)
  if (code === 'ENOSPC' || code === 'EDQUOT' || /No space left on device|Disk quota exceeded/.test(text))
    return new DiskFull(directory)
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return new StartError(
      `${directory} cannot be a folder: a file is in its place. Set DATA_DIR to a folder, or move the file away.`,
    )
  if (code === 'EROFS')
    return new StartError(`The disk of ${directory} is read-only. Set DATA_DIR to a folder that can be written.`)
  if (code === 'ENOENT')
    return new StartError(
      `${directory} cannot be made (${oneLine(text)}). Set DATA_DIR to a folder that can be written.`,
    )
  if (code === 'EACCES' || code === 'EPERM')
    return new StartError(
      `This user may not read and write ${directory} (${oneLine(text)}). Change its owner, or set DATA_DIR to another folder.`,
    )
  return new StartError(oneLine(text))
}
