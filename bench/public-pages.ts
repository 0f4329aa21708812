const address = /<loc>https?:\/\/[^/]+(\/[^<]*)<\/loc>/g
const held = /[\w-]{36}$/

/** Every public page of a site, and one of each kind with an id in its address. */
export const publicPaths = async (url: string): Promise<string[]> => {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text()
  const paths = [...sitemap.matchAll(address)].map(([, path]) => path!)
  const kinds = new Map(paths.filter((path) => held.test(path)).map((path) => [path.replace(held, ''), path]))
  return [...paths.filter((path) => !held.test(path)), ...kinds.values()]
}
