const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

// oxlint-disable-next-line no-control-regex -- exactly these are not allowed in XML
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const escape = (value: string): string =>
  value.replaceAll(unwritable, '').replaceAll(/[&<>"']/g, (character) => entities[character]!)

/** A template whose values are always escaped; characters that XML cannot contain are dropped. */
export const xml = (parts: TemplateStringsArray, ...values: string[]): string =>
  String.raw({ raw: parts }, ...values.map(escape))
