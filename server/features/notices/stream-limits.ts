/** Windows that a web process tells of new notices: of one account, and in all. Beyond that a browser asks again later. */
export const maxStreams = { perAccount: 8, inAll: 2_000 }
