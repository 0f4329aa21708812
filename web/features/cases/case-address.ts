/** Where somebody objects, to this list if they came from it. */
export const objectionPath = (list?: string): string => (list ? `/Objection?list=${list}` : '/Objection')

export const casePath = (id: string): string => `/account/Case?id=${id}`
