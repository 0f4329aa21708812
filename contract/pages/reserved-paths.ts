const reserved = /^\/(api|user|livez|readyz|version)(?=[/?]|$)/i

/** Whether a path (with or without a query) belongs to the API or to files, so that it can have no page. */
export const isReservedPath = (path: string): boolean => reserved.test(path)
