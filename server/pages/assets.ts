import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { everyone } from '../platform/policy.ts'
import type { Site } from './site.ts'

/** Names carry a hash of the content: what was loaded once is never asked for again. */
const immutable = 'public, max-age=31536000, immutable'

/** Code, styles and pictures of the pages, compressed when they were built. */
export const assetRoutes = async (app: FastifyInstance, { files, sendAsset, load, build }: Site): Promise<void> => {
  if (files) {
    await app.register(fastifyStatic, {
      root: files,
      serve: false,
      dotfiles: 'ignore',
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply) => void reply.header('cache-control', immutable),
    })
  }
  const config = { policy: everyone, whileBusy: true }
  app.get<{ Params: { '*': string } }>('/user/dist/*', { config }, (request, reply) => {
    const path = request.params['*']
    return sendAsset ? sendAsset(path, request, reply) : reply.sendFile(path)
  })
  // Named by colour and build, which together decide the content: it needs no keeping here, and is kept by browsers.
  app.get<{ Params: { name: string } }>('/user/theme/:name', { config }, async (request, reply) => {
    const [, color, made] = /^([\da-f]{6})-(\w+)\.css$/.exec(request.params.name) ?? []
    if (!color) return reply.callNotFound()
    const sheet = (await load()).themeStylesheet({ primaryColor: `#${color}` })
    return reply
      .header('cache-control', files && made === build ? immutable : 'no-cache')
      .type('text/css; charset=utf-8')
      .send(sheet)
  })
}
