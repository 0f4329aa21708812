const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** A template whose values are always escaped; characters that XML cannot hold are left out. */
export const xml = (parts: TemplateStringsArray, ...values: string[]): string =>
  // oxlint-disable-next-line no-control-regex -- exactly these are not allowed in XML
  String.raw({ raw: parts }, ...values.map((value) => value.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').replaceAll(/[&<>"']/g, (character) => entities[character]!)))
