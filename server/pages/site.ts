import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Manifest, PageOutput, SiteModule } from '@lectern/contract/settings/site.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A page depends on the reader's language only. */
export const htmlHeaders = { 'content-type': 'text/html; charset=utf-8', vary: 'accept-language, cookie' }

export const encodeHtml = ({ html }: PageOutput): Buffer =>
  Buffer.concat(html.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)))

const buildDirectory = join(import.meta.dirname, '../../build')

const browserDirectory = join(buildDirectory, 'browser')

/** The built pages: the bundle that renders them and the list of files that browsers need. */
export interface Site {
  /** Loaded for each render: the development server replaces it when a source file changes. */
  load(): Promise<SiteModule>
  manifest: Manifest
  build: string
  /** Folder of the files that browsers load. */
  files?: string
  sendAsset?: (path: string, request: FastifyRequest, reply: FastifyReply) => void
  /** The development server needs more than the strict policy allows. */
  contentSecurityPolicy?: string
  onChange?: (listener: () => void) => void
}

export const loadSite = async (): Promise<Site> => {
  const [manifest, stamp] = await Promise.all([
    readFile(join(browserDirectory, '.vite/manifest.json'), 'utf8'),
    readFile(join(buildDirectory, 'stamp.json'), 'utf8'),
  ])
  const module: SiteModule = await import(pathToFileURL(join(buildDirectory, 'server/entry-server.js')).href)
  const { inputs } = JSON.parse(stamp) as { inputs: string }
  return {
    load: async () => module,
    manifest: JSON.parse(manifest),
    build: inputs.slice(0, 12),
    files: browserDirectory,
  }
}
