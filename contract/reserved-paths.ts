const reserved = /^\/(api|user|livez|readyz|version)(?=[/?]|$)/i

/** Whether a path (with or without its query) serves programs: it shows no page, and no page lives below it. */
export const isReservedPath = (path: string): boolean => reserved.test(path)
