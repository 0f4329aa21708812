/** A day in the middle of everything; tests tell their moments from here. */
export const fixedNow = new Date('2031-05-20T12:00:00.000Z')
