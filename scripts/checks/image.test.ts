import { expect, test } from 'vitest'
import { findImageProblems } from './image.ts'

const lock = JSON.stringify({
  packages: {
    '': {},
    server: {},
    web: {},
    'node_modules/@lectern/server': { resolved: 'server', link: true },
    'node_modules/a': {},
    'node_modules/a/node_modules/b': {},
    'server/node_modules/c': {},
    'server/node_modules/d': { dev: true },
    'web/node_modules/c': {},
  },
})

const look = (...copies: string[]): string[] => {
  const text = ['FROM node AS packages', 'WORKDIR /app', 'RUN npm ci', 'FROM debian', 'WORKDIR /app', ...copies].join(
    '\n',
  )
  return findImageProblems([
    { path: 'Dockerfile', text },
    { path: 'package-lock.json', text: lock },
  ]).map(({ path, why }) => `${path} ${why}`)
}

test.each<[string, string[]]>([
  ['the whole folder', ['COPY --from=packages /app .', 'COPY server server']],
  ['the whole folder by its name', ['COPY --from=packages /app/ /app', 'COPY server server']],
  [
    'the folders of packages, in several lines',
    [
      'COPY --from=packages \\\n  /app/node_modules \\\n  node_modules',
      'COPY --from=packages /app/server/node_modules server/node_modules',
      'COPY server server',
    ],
  ],
])('an image has the packages of its workspaces with %s', (_name, copies) => {
  expect(look(...copies)).toEqual([])
})

test.each<[string, string[], string[]]>([
  [
    'the packages of the root alone',
    ['COPY --from=packages /app/node_modules node_modules', 'COPY server server'],
    ['/app/server/node_modules/c'],
  ],
  [
    'packages in another place',
    [
      'COPY --from=packages /app/node_modules node_modules',
      'COPY --from=packages /app/server/node_modules node_modules',
      'COPY server server',
    ],
    ['/app/server/node_modules/c'],
  ],
  [
    'the folders of the machine that builds it',
    ['COPY . .', 'COPY server server'],
    ['/app/node_modules/a', '/app/node_modules/a/node_modules/b', '/app/server/node_modules/c'],
  ],
])('an image lacks packages with %s', (_name, copies, missing) => {
  expect(look(...copies)).toEqual(missing.map((path) => `Dockerfile does not copy ${path} into its last stage`))
})
