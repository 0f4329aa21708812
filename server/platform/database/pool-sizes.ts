/** Connections that a process opens at most: for requests and jobs, and in processes that run tasks for their queue. */
export const poolSizes = {
  requests: 10,
  // Two hear of new jobs, the others take and complete them.
  queue: 5,
}
