export const casePath = (id: string): string => `/account/Case?id=${id}`
