import { spawn } from 'node:child_process'
import { end, endOnce, freePort, root, untilServed, withFolder } from './processes.ts'
import { median, type Result } from './results.ts'

interface Command {
  name: string
  command: string
  args: string[]
}

const npm = process.env['npm_execpath']

const commands: Command[] = [
  { name: 'node server/main.ts', command: process.execPath, args: ['server/main.ts'] },
  npm
    ? { name: 'npm start', command: process.execPath, args: [npm, 'start'] }
    : { name: 'npm start', command: 'npm', args: ['start'] },
]

/** Seconds from the start of the process to the first page. */
const startOnce = async ({ command, args }: Command, folder: string): Promise<number> => {
  const port = await freePort()
  const env = { ...process.env, PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'error' }
  const began = performance.now()
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const stop = endOnce(() => end(child))
  try {
    return await untilServed(`http://127.0.0.1:${port}/`, child, began)
  } finally {
    await stop()
  }
}

export const measureStart = async (): Promise<Result[]> => {
  const results: Result[] = []
  for (const command of commands) {
    const [first, again] = await withFolder(async (folder) => {
      const empty = await startOnce(command, folder)
      const later = [
        await startOnce(command, folder),
        await startOnce(command, folder),
        await startOnce(command, folder),
      ]
      return [empty, median(later)] as const
    })
    results.push(
      { name: `${command.name}: first page on an empty data folder`, value: first, unit: 's', target: { most: 10 } },
      { name: `${command.name}: first page again`, value: again, unit: 's', target: { most: 3 } },
    )
  }
  return results
}
