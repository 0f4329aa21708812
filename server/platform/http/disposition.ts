/** Names of any script in a header of ASCII (RFC 6266). */
export const dispositionOf = (kind: 'attachment' | 'inline', name: string): string => {
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${name.replaceAll(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encoded}`
}
