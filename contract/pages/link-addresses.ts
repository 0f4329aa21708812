/** A path of this site, or an external URL with a safe scheme (no `javascript:`). */
export const linkAddress = /^(\/(?![/\\])|https?:\/\/|mailto:|tel:)[^\s\p{Cc}]*$/u
