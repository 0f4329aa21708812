/** Stores a file that was made here. */
export const download = (content: Blob, name: string): void => {
  const address = URL.createObjectURL(content)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  // Browsers may take their time, or ask where to, before they read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
