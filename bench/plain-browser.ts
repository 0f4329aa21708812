import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { browserFlags } from '../e2e/browser-flags.ts'

/** Sends a command of the Chrome DevTools Protocol, and returns its result. */
type Send = (method: string, params?: object, sessionId?: string) => Promise<Record<string, string>>

/**
 * Chromium without a debugger. Playwright enables one in every page, and then V8 records where each `Error` is made:
 * those of React's start alone took 28 ms, which no visitor waits for.
 */
export interface PlainBrowser {
  send: Send
  close: () => Promise<void>
}

const readAddress = async (lines: NodeJS.ReadableStream): Promise<string> => {
  for await (const line of createInterface(lines)) {
    const [, address] = /^DevTools listening on (ws:\S+)$/.exec(line) ?? []
    if (address) return address
  }
  throw new Error('Chromium did not start')
}

const openConnection = async (address: string): Promise<WebSocket> => {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  return socket
}

export const openPlainBrowser = async (): Promise<PlainBrowser> => {
  const profile = await mkdtemp(join(tmpdir(), 'lectern-browser-'))
  const flags = [...browserFlags, '--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`]
  const program = spawn(process.env['CHROMIUM'] ?? 'chromium', [...flags, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const socket = await openConnection(await readAddress(program.stderr))
  program.stderr.resume()
  let lastId = 0
  const send: Send = (method, params = {}, sessionId) => {
    const id = (lastId += 1)
    return new Promise((resolve, reject) => {
      const take = ({ data }: MessageEvent<string>): void => {
        const message = JSON.parse(data)
        if (message.id !== id) return
        socket.removeEventListener('message', take)
        if (message.error) reject(new Error(`${method}: ${message.error.message}`))
        else resolve(message.result)
      }
      socket.addEventListener('message', take)
      socket.send(JSON.stringify({ id, method, params, sessionId }))
    })
  }
  const close = async (): Promise<void> => {
    const ended = once(program, 'exit')
    await send('Browser.close')
    await ended
    await rm(profile, { recursive: true, force: true })
  }
  return { send, close }
}
