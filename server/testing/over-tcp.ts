/** The address of a database without its socket, for what stands between the program and its host and port. */
export const overTcp = (databaseUrl: string): string => {
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  return url.href
}
