/** Origins separated by commas; undefined: one of them is none. */
export const originsIn = (text: string): string[] | undefined => {
  const urls = text.split(',').map((entry) => URL.parse(entry.trim()))
  const isOrigin = (url: URL | null): url is URL =>
    url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  return urls.every(isOrigin) ? urls.map(({ origin }) => origin) : undefined
}
