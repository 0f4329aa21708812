import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { afterEach, expect, test } from 'vitest'
import { inlineEndpoints } from './inline-endpoints.ts'

let folder = ''
afterEach(() => rm(folder, { recursive: true, force: true }))

const buildScreen = async (code: string): Promise<string> => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-screen-'))
  const directory = join(folder, 'web')
  await mkdir(directory)
  await writeFile(join(directory, 'screen.ts'), code)
  const [output] = (await build({
    configFile: false,
    logLevel: 'silent',
    root: directory,
    plugins: [inlineEndpoints()],
    build: { write: false, minify: false, lib: { entry: 'screen.ts', formats: ['es'], fileName: 'screen' } },
  })) as Rolldown.RolldownOutput[]
  return output!.output[0].code
}

test('the build leaves method and path of an endpoint, and no schema', async () => {
  const code = await buildScreen(`
    import { readTeam as read, type Team } from '@lectern/contract/teams/teams.ts'
    export const called: unknown = read
    export type Shown = Team
  `)
  expect(code.replaceAll(/\s+/g, ' ').trim()).toBe(
    'var called = { "method": "GET", "path": "/api/teams/:id" }; export { called };',
  )
})

test('the build fails where a screen imports more than endpoints from such a module', async () => {
  const code = `import { readTeam, teamName } from '@lectern/contract/teams/teams.ts'; console.log(readTeam, teamName)`
  await expect(buildScreen(code)).rejects.toThrow('only endpoints can be inlined')
})
