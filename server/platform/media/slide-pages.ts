import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { MediaUnreadable } from './media-processes.ts'
import { environment, isMissing, shell } from './programs.ts'

/** Of processor time, of time that passes, and of addresses: an office suite reserves several times the memory that it uses. */
const limits = { seconds: 90, wallSeconds: 300, megabytes: 4_000 }
const maxBytes = 200 * 1024 * 1024
/** The shell limits files in blocks of this many bytes. */
const blockBytes = 512

/**
 * Limits the program, takes the network away where the system lets ordinary users do that, and ends it with whoever started it: then
 * nobody holds the other end of its input any more, or deletes the folder. What it starts itself belongs to the same group.
 */
const script = `
ulimit -c 0; ulimit -t "$1"; ulimit -v "$2" 2>/dev/null; ulimit -f "$3"; folder=$4; shift 4
exec 3<&0
(read -r _ <&3; rm -rf "$folder"; kill -9 0) & watcher=$!
alone=; unshare -rn true 2>/dev/null && alone='unshare -rn'
$alone "$@" </dev/null >/dev/null 2>&1 3<&-
code=$?
kill $watcher
exit $code
`

const setting = (path: string, name: string, value: string | number | boolean): string =>
  `<item oor:path="/org.openoffice.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`

/** No macros, no Java, nothing that a document refers to elsewhere, and a proxy that does not exist in place of the network. */
const settings = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${[
  setting('Office.Common/Security/Scripting', 'MacroSecurityLevel', 3),
  setting('Office.Common/Security/Scripting', 'DisableMacrosExecution', true),
  setting('Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', true),
  setting('Office.Java/VirtualMachine', 'Enable', false),
  setting('Inet/Settings', 'ooInetProxyType', 2),
  ...['HTTP', 'HTTPS', 'FTP'].flatMap((protocol) => [
    setting('Inet/Settings', `ooInet${protocol}ProxyName`, '127.0.0.1'),
    setting('Inet/Settings', `ooInet${protocol}ProxyPort`, 9),
  ]),
].join('\n')}
</oor:items>
`

interface Conversion {
  path: string
  folder: string
  signal: AbortSignal | undefined
}

const optionsOf = (folder: string): string[] => [
  `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
  ...'--headless --norestore --nologo --nodefault --nolockcheck --convert-to pdf:impress_pdf_Export --outdir'.split(
    ' ',
  ),
  folder,
  join(folder, 'slides.pptx'),
]

const convert = ({ path, folder, signal }: Conversion): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const limit = [limits.seconds, limits.megabytes * 1024, maxBytes / blockBytes].map(String)
  const child = spawn(shell, ['-c', script, shell, ...limit, folder, path, ...optionsOf(folder)], {
    cwd: folder,
    env: { ...environment, HOME: folder, TMPDIR: folder },
    stdio: ['pipe', 'ignore', 'ignore'],
    // A group of its own, which is ended as a whole.
    detached: true,
  })
  const end = (reason: Error): void => {
    reject(reason)
    // It may be gone already.
    try {
      process.kill(-child.pid!, 'SIGKILL')
    } catch {}
  }
  const abort = (): void => end(signal!.reason instanceof Error ? signal!.reason : new Error('aborted'))
  const timer = setTimeout(() => end(new MediaUnreadable(`${path} did not end`)), limits.wallSeconds * 1000).unref()
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  // Visitors come first.
  try {
    setPriority(child.pid!, constants.priority.PRIORITY_LOW)
  } catch {}
  child.stdin.on('error', () => undefined)
  child.once('error', reject)
  child.once('close', (code) => {
    if (isMissing(code)) reject(new Error(`${path} cannot be started`))
    else if (code === 0) resolve()
    else reject(new MediaUnreadable(`${path} made nothing of a file`))
  })
  return promise.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  })
}

/**
 * The pages of slides (PPTX) as a PDF. The program has a folder of its own, with its settings, for this one file.
 * Fails with a fault of the file if the program fails, or writes nothing.
 */
export const convertSlides = async (
  slides: Uint8Array | Readable,
  { path, signal }: { path: string; signal?: AbortSignal | undefined },
): Promise<Buffer> => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-slides-'))
  try {
    await mkdir(join(folder, 'profile', 'user'), { recursive: true })
    await writeFile(join(folder, 'profile', 'user', 'registrymodifications.xcu'), settings)
    await writeFile(join(folder, 'slides.pptx'), slides)
    await convert({ path, folder, signal })
    const output = join(folder, 'slides.pdf')
    const { size } = await stat(output).catch(() => ({ size: 0 }))
    if (size === 0 || size > maxBytes) throw new MediaUnreadable(`${path} made no pages of a file`)
    return await readFile(output)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
