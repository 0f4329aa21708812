import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { everyone } from '../platform/policy.ts'
import type { Site } from './site.ts'

/** Names carry a hash of the content: what was loaded once is never asked for again. */
const immutable = 'public, max-age=31536000, immutable'

/** Code, styles and pictures of the pages, compressed when they were built. */
export const assetRoutes = async (app: FastifyInstance, { files, sendAsset }: Site): Promise<void> => {
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
  app.get<{ Params: { '*': string } }>('/user/dist/*', { config: { policy: everyone } }, (request, reply) => {
    const path = request.params['*']
    return sendAsset ? sendAsset(path, request, reply) : reply.sendFile(path)
  })
}
