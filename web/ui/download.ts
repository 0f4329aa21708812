/** Downloads a file that was created in the browser. */
export const download = (content: Blob, name: string): void => {
  const address = URL.createObjectURL(content)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  // The browser may read the file late, for example after asking for a folder.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
