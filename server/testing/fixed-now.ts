/** The fixed time of tests; other moments are relative to it. */
export const fixedNow = new Date('2031-05-20T12:00:00.000Z')
