import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { everyone } from '../platform/policy.ts'
import type { Site } from './site.ts'

/** Names contain a hash of the content: files never change. */
const immutable = 'public, max-age=31536000, immutable'

/** Code, styles and pictures of the pages, compressed at build time. */
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
  // Color and build determine the content: it is not cached here, but in browsers.
  app.get<{ Params: { name: string } }>('/user/theme/:name', { config }, async (request, reply) => {
    const [, color, version] = /^([\da-f]{6})-(\w+)\.css$/.exec(request.params.name) ?? []
    if (!color) return reply.callNotFound()
    const sheet = (await load()).themeStylesheet({ primaryColor: `#${color}` })
    return reply
      .header('cache-control', files && version === build ? immutable : 'no-cache')
      .type('text/css; charset=utf-8')
      .send(sheet)
  })
}
