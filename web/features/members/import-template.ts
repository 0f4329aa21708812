const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** A sheet of nothing but headings. The mark at its beginning tells spreadsheets that it is UTF-8. */
export const templateOf = (headings: readonly string[]): Blob =>
  new Blob([`\uFEFF${headings.map(cell).join(',')}\r\n`], { type: 'text/csv;charset=utf-8' })

const knownTypes = ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']

/** The file as it is now: what was tried is what will be imported, even if somebody saves it again meanwhile. */
export const readFile = async (file: File): Promise<Blob> =>
  new Blob([await file.arrayBuffer()], {
    type: knownTypes.includes(file.type) ? file.type : 'application/octet-stream',
  })
