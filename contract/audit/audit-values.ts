/** An id in a value of the log; the server resolves it to a name. */
export const idForm = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Max entries of a list that are shown. */
export const maxShownOfList = 20
