const knownTypes = ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']

/** The file as it is now: what was tried is what will be imported, even if somebody saves it again meanwhile. */
export const readFile = async (file: File): Promise<Blob> =>
  new Blob([await file.arrayBuffer()], {
    type: knownTypes.includes(file.type) ? file.type : 'application/octet-stream',
  })
