/** A path of this site, or an address elsewhere; nothing that runs. */
export const linkAddress = /^(\/(?![/\\])|https?:\/\/|mailto:|tel:)[^\s\p{Cc}]*$/u
