/** How values of the log are told: by the server, which finds the names of ids, and by the screen. */

export const idForm = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Of a long list only the first are shown. */
export const maxShownOfList = 20
