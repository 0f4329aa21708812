/** How values of the log are shown; the server resolves ids to names. */

export const idForm = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Of a long list only the first are shown. */
export const maxShownOfList = 20
