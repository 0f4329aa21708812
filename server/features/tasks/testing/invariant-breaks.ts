import type { InvariantBreaks } from '../../../testing/invariant-breaks.ts'

const aTask = (state: string, more: Record<string, string>): string =>
  `insert into task (${['id', 'kind', 'state', 'input', 'subject', 'created_at', ...Object.keys(more)].join(', ')})
   values (${['gen_random_uuid()', `'inspect'`, `'${state}'`, `'{}'`, `'a file'`, 'now()', ...Object.values(more)].join(', ')})`

export const invariantBreaks: InvariantBreaks = {
  'a background task has an end if and only if it has ended': {
    by: [aTask('waiting', { finished_at: 'now()' })],
  },
  'a background task that runs or is done was started': { by: [aTask('running', {})] },
  'a background task that has failed says why': { by: [aTask('failed', { finished_at: 'now()' })] },
  'the file that a background task made is kept until a moment': {
    by: [aTask('waiting', { file_until: 'now()' })],
  },
}
