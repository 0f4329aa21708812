/** How the browser presents a failure. In a separate file, so that the catalogue of errors is not downloaded with it. */
export const showTypes = { silent: 0, warning: 1, error: 2, notification: 4, page: 9 } as const
