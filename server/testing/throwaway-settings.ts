/**
 * Of a PostgreSQL whose data nobody keeps: nothing waits for the disk. Each test file has its own database, and
 * autovacuum would start a process for each of them every minute. Many sites use it at once.
 */
export const throwawaySettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '300',
}
