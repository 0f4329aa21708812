import { lineAt, type Check } from './project.ts'

/** Notes that the authors had beside the repository. */
const notes = [
  'checks',
  'code-review',
  'contest',
  'field',
  'findings',
  'house',
  'look',
  'product',
  'scale',
  'spec',
  'stack',
  'trust',
]

// Written in pieces, so that this file does not match itself.
const traces = [
  {
    pattern: new RegExp(['/', 'work', '/', '|/', 'root', '/', '|/home/', '\\w+/'].join(''), 'g'),
    what: 'a path of one machine',
  },
  {
    pattern: new RegExp(['registry', '\\.', '(npmjs|npmmirror|yarnpkg)', '\\.'].join(''), 'g'),
    what: 'the address of a package registry',
  },
  {
    pattern: new RegExp(`(?<![\\w-])(${notes.join('|')})\\.md\\b`, 'g'),
    what: 'a document that is not in this repository',
  },
  { pattern: /\bspec §|\bproduct §/g, what: 'a document that is not in this repository' },
]

/** Nothing in the repository reveals on which machine, or from which notes, it was written. */
export const findTraces: Check = (files) =>
  files.flatMap(({ path, text }) =>
    traces.flatMap(({ pattern, what }) =>
      Array.from(text.matchAll(pattern), ({ index, 0: match }) => ({
        path,
        line: lineAt(text, index),
        why: `${JSON.stringify(match)} is ${what}`,
      })),
    ),
  )
