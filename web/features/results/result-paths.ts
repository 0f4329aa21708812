// Apart from how addresses are read: the home page has only links.

export const resultsPath = '/Results'
export const resultPath = (id: string): string => `/Results/${id}`
export const publicityPath = (id: string): string => `/Results/Publicity/${id}`

export const galleryPath = '/Works'
export const shownWorkPath = (id: string): string => `/Works/${id}`

/** A small picture of a work. */
export const workCoverAddress = (id: string): string => `/api/public/works/${id}/cover`

/** A small picture of a file of a work. */
export const workPictureAddress = (id: string, number: number): string => `/api/public/works/${id}/pictures/${number}`
