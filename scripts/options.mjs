import { Ended } from './run.mjs'

const shapes = {
  '--changed': /^$/,
  '--profile': /^$/,
  '--shard': /^=[1-9]\d*\/[1-9]\d*$/,
}

/** Options of `npm test` and `npm run prove`; with another one, the launcher ends and prints how to use it. */
export const readOptions = (args, usage) => {
  const options = {}
  for (const arg of args) {
    const [, name, value] = /^(--\w+)(.*)$/.exec(arg) ?? []
    if (!shapes[name]?.test(value)) throw new Ended(usage)
    options[name.slice(2)] = value.slice(1) || true
  }
  return options
}
