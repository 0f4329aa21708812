import { join } from 'node:path'
import type { SiteModule } from '@lectern/contract/settings/site.ts'
import { createServer, type Plugin } from 'vite'
import type { Site } from './site.ts'

const webDirectory = join(import.meta.dirname, '../../web')

const entryName = 'dev-entry.js'

/** Replaces an index.html: React's refresh hook must be in place before the first component is loaded. */
const devEntry: Plugin = {
  name: 'lectern-dev-entry',
  resolveId: (id) => (id.endsWith(entryName) ? `\0${entryName}` : undefined),
  load: (id) =>
    id === `\0${entryName}`
      ? `import { injectIntoGlobalHook } from '/@react-refresh'
injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => (type) => type
await import('/@vite/client')
await import('/entry-browser.tsx')`
      : undefined,
}

/** Pages directly from source, with hot reload. For development only. */
export const loadDevSite = async (): Promise<Site> => {
  const vite = await createServer({
    configFile: join(webDirectory, 'vite.config.ts'),
    plugins: [devEntry],
    appType: 'custom',
    server: { middlewareMode: true, ws: { host: '127.0.0.1' } },
  })
  return {
    load: async () => (await vite.ssrLoadModule('/entry-server.tsx')) as SiteModule,
    manifest: { 'entry-browser.tsx': { file: `@id/__x00__${entryName}` }, 'app/boot.ts': { file: 'app/boot.ts' } },
    build: 'development',
    contentSecurityPolicy: "object-src 'none'; base-uri 'none'",
    onChange: (listener) => void vite.watcher.on('change', listener),
    sendAsset: (_path, request, reply) => {
      reply.hijack()
      vite.middlewares(request.raw, reply.raw, () => reply.raw.writeHead(404).end())
    },
  }
}
