import type { Storage } from './storage.ts'

/**
 * The same storage, which asks before it gives away any byte: by a stream or by a link. Everything that is served, copied or packed passes
 * here, so that nothing that is added later can forget to ask.
 */
export const guardStorage = (storage: Storage, check: (key: string) => Promise<void>): Storage => ({
  ...storage,
  read: async (key, range) => {
    await check(key)
    return storage.read(key, range)
  },
  ...(storage.direct && {
    direct: async () => {
      const direct = await storage.direct!()
      return (
        direct && {
          ...direct,
          link: async (key, headers) => {
            await check(key)
            return direct.link(key, headers)
          },
        }
      )
    },
  }),
})
