import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { isInArea } from '@lectern/messages/areas.ts'
import { defineConfig, type Plugin } from 'vite'
import { inlineEndpoints } from './inline-endpoints.ts'
import { parseMessages } from './parse-messages.ts'

const root = resolve(import.meta.dirname, '..')
const messagesDirectory = join(root, 'messages')

/**
 * `virtual:messages/<area>/<locale>`: one module each, with ICU messages parsed at build time, so that browsers need no
 * parser.
 */
const messages = (): Plugin => {
  const prefix = 'virtual:messages/'
  return {
    name: 'lectern-messages',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined
      const [area, locale] = id.slice(prefix.length + 1).split('/')
      const directory = join(messagesDirectory, locale!)
      const files = readdirSync(directory).filter((name) => name.endsWith('.json') && isInArea(name, area!))
      const entries = files.flatMap((name) => {
        this.addWatchFile(join(directory, name))
        return Object.entries(JSON.parse(readFileSync(join(directory, name), 'utf8')) as Record<string, string>)
      })
      return `export default ${JSON.stringify(parseMessages(Object.fromEntries(entries)))}`
    },
  }
}

/**
 * Small modules are bundled together, because a request for each would cost more. First what every page starts with,
 * then what most pages need, what lists and sections share, pagination, what pages about materials share, and forms.
 */
const groups = [
  { name: 'start', tags: ['$initial' as const], test: /(?<!boot\.ts)$/, priority: 5 },
  {
    name: 'shared',
    // Not what only lists, forms and the office have in common.
    test: /\/(contract|web\/(ui|router|request))\/(?!.*\b(form\/[\w-]+|pagination|idempotency-key|moment|initials|contact-forms|file-values|form-values|office-values)\b)[\w/-]+\.tsx?$/,
    minShareCount: 20,
    priority: 4,
  },
  {
    name: 'pieces',
    test: /\/web\/.*\/(prose|page-icons|empty-state|initials|news-card|material-link|material-address|document-address|activity-card|phase-timeline)(\.module)?\.\w+$|\/expert-values|\/competition\/(time-left|use-milliseconds-left|use-server-clock|components\/(countdown|due-line))/,
    priority: 3,
  },
  { name: 'lists', test: /\/web\/ui\/pagination/, priority: 3 },
  // What finds the pages after the first one, and their texts.
  { name: 'navigation', test: /\/web\/app\/(messages|public-pages)\.ts$|\/messages\/areas\.ts$/, priority: 3 },
  // A public table has it in common with the office, whose parts it must not load.
  { name: 'moment', test: /\/web\/ui\/moment(\.module)?\.\w+$/, priority: 3 },
  {
    name: 'materials',
    test: /\/features\/materials\/(load-materials|file-words|components\/(material-(search|filters|listing|facts|page|cover|card|grid)|kind-icon|section-links))/,
    priority: 2,
  },
  // What most screens of the office have in common: a screen would otherwise ask for more than eighty scripts.
  { name: 'office-kit', test: /\/node_modules\/(antd|@ant-design|@rc-component)\//, minShareCount: 8, priority: 1 },
  { name: 'forms', test: /\/ui\/(form\/(?!filled-in|form-icons)|notice)|\/sign-in\/proof\.ts$/, priority: 1 },
]

/** The class of a CSS module. The same ending throughout a file compresses better than the number of a line, which Vite adds. */
const classOf = (name: string, file: string): string =>
  `${name}_${createHash('sha256').update(relative(root, file)).digest('base64url').slice(0, 4)}`

const compressible = /\.(js|css|svg|json|txt)$/

const precompress = (): Plugin => ({
  name: 'lectern-precompress',
  apply: 'build',
  writeBundle({ dir }) {
    for (const name of readdirSync(dir!, { recursive: true, encoding: 'utf8' })) {
      const file = join(dir!, name)
      if (!compressible.test(name) || !statSync(file).isFile()) continue
      const content = readFileSync(file)
      writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
      writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
    }
  },
})

export default defineConfig(({ command, isSsrBuild }) => ({
  root: import.meta.dirname,
  base: '/user/dist/',
  publicDir: false,
  cacheDir: join(root, 'node_modules/.vite'),
  css: { modules: { generateScopedName: classOf } },
  // The server bundle includes all dependencies, in their production builds.
  ...(isSsrBuild && { ssr: { noExternal: true as const }, define: { 'process.env.NODE_ENV': '"production"' } }),
  plugins: [react(), messages(), inlineEndpoints(), ...(isSsrBuild ? [] : [precompress()])],
  resolve: {
    // Only the browser build goes without the parser: the development server uses dependencies unchanged.
    alias:
      isSsrBuild || command === 'serve'
        ? []
        : [
            {
              find: /^@formatjs\/icu-messageformat-parser$/,
              replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
            },
          ],
  },
  build: isSsrBuild
    ? { outDir: join(root, 'build/server'), emptyOutDir: true, minify: false, assetsInlineLimit: 0, emitAssets: false }
    : {
        outDir: join(root, 'build/browser'),
        emptyOutDir: true,
        manifest: true,
        assetsInlineLimit: 0,
        // The document links everything its first page needs. A list of all files for later pages would cost more on
        // every visit than it saves.
        modulePreload: { polyfill: false, resolveDependencies: () => [] },
        rolldownOptions: {
          input: {
            app: join(import.meta.dirname, 'entry-browser.tsx'),
            boot: join(import.meta.dirname, 'app/boot.ts'),
          },
          output: { codeSplitting: { groups } },
        },
      },
}))
