const knownTypes = ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']

/** Reads the file now, so that the import gets what was checked, even if the file is saved again. */
export const readFile = async (file: File): Promise<Blob> =>
  new Blob([await file.arrayBuffer()], {
    type: knownTypes.includes(file.type) ? file.type : 'application/octet-stream',
  })
