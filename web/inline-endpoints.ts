import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Endpoint } from '@lectern/contract/endpoint.ts'
import type { Plugin } from 'vite'

const contractDirectory = resolve(import.meta.dirname, '..', 'contract')
const contractModule = /^@lectern\/contract\/([\w/-]+\.ts)$/

interface ImportNode {
  type: string
  start: number
  end: number
  source: { value: string }
  specifiers: { type: string; imported: { name: string }; local: { name: string }; start: number; end: number }[]
}

/** The exports of a module of the contract as its file is now. */
const readModule = async (path: string): Promise<Record<string, unknown>> =>
  (await import(`${pathToFileURL(path).href}?t=${statSync(path).mtime.getTime()}`)) as Record<string, unknown>

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answer' in value

/**
 * Screens import endpoints from the contract. All that they need of one is its method and path: these are written in the
 * place of the import, so that no schema, nor an endpoint of another screen, reaches the browser.
 */
export const inlineEndpoints = (): Plugin => ({
  name: 'lectern-endpoints',
  transform: {
    filter: { id: /\/web\/.+\.tsx?$/, code: '@lectern/contract/' },
    async handler(code) {
      let inlined = code
      // From the last to the first, so that positions stay right.
      for (const node of (this.parse(code).body as unknown as ImportNode[]).toReversed()) {
        const [, file] = (node.type === 'ImportDeclaration' && contractModule.exec(node.source.value)) || []
        if (!file) continue
        const path = join(contractDirectory, file)
        const exported = await readModule(path)
        const constants = node.specifiers.flatMap(({ imported, local }) => {
          const value = exported[imported.name]
          if (!isEndpoint(value)) return []
          const { method, path: address } = value
          return [`const ${local.name} = ${JSON.stringify({ method, path: address })};`]
        })
        if (constants.length === 0) continue
        if (constants.length < node.specifiers.length)
          throw new Error(`imports endpoints and other values from contract/${file}; only endpoints can be inlined`)
        this.addWatchFile(path)
        inlined = inlined.slice(0, node.start) + constants.join(' ') + inlined.slice(node.end)
      }
      return inlined === code ? null : { code: inlined, map: null }
    },
  },
})
