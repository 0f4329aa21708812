const described = [200, 201, 202, 204, 400, 401, 403, 404, 405, 406, 410, 422, 500, 502, 503, 504]

/** The message that describes an HTTP status, or the server's own words for one without a message. */
export const describeStatus = (status: number, statusText: string): { key: string } | { text: string } =>
  described.includes(status) ? { key: `request.status.${status}` } : { text: statusText }
