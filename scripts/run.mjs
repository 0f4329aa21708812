import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { watchNpm } from './parent.mjs'

/** The project folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const windows = process.platform === 'win32'

/** The Node that the project brings along; the one that started us may be older. */
export const ownNode = join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node')

/** Ends a launcher with one line for the user, or with none if the user asked for it. */
export class Ended extends Error {
  constructor(message, code = 1) {
    super(message)
    this.code = code
  }
}

// Progress goes to stderr: stdout is for the output of a command.
export const print = (line) => process.stderr.write(`Lectern · ${line}\n`)

const codeOfSignal = (signal) => 128 + (constants.signals[signal] ?? 0)

/**
 * Runs a program to its end and returns its exit code. With `apart`, keys such as Ctrl-C do not reach it directly: it
 * gets our signal once, however many reach us (the terminal and npm both send one).
 */
export const run = (
  command,
  args,
  { cwd = root, env = process.env, stdio = 'inherit', apart = false, shell = false, onOutput, onMessage } = {},
) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio, shell, detached: apart && !windows, windowsHide: true })
    let stopSignal
    const forward = (signal) => {
      if (stopSignal) return
      stopSignal = signal
      if (apart || signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    }
    const unwatch = watchNpm(() => forward('SIGTERM'))
    const finish = (settle) => (value) => {
      unwatch()
      process.off('SIGINT', forward).off('SIGTERM', forward)
      settle(value)
    }
    process.on('SIGINT', forward).on('SIGTERM', forward)
    child.stdout?.on('data', onOutput)
    child.stderr?.on('data', onOutput)
    if (onMessage) child.on('message', onMessage)
    child.once('error', finish(reject))
    child.once('close', (code, signal) => finish(resolve)({ code: code ?? codeOfSignal(signal), signal, stopSignal }))
  })

/** Runs one preparation step; if the user interrupts it, the launcher ends silently. */
export const runStep = async (command, args, options) => {
  const { code, stopSignal } = await run(command, args, options)
  if (stopSignal) throw new Ended('', codeOfSignal(stopSignal))
  return code
}

/** The frame of every launcher: an exit code, or one line and a failure. */
export const launch = (work) =>
  work().then(
    (code) => process.exit(code),
    (error) => {
      if (!(error instanceof Ended)) print(`failed: ${error.message}`)
      else if (error.message) print(error.message)
      process.exit(error instanceof Ended ? error.code : 1)
    },
  )
