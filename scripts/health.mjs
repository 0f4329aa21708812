// Whether the process of this container lives: exit code 0 or 1. A worker serves nothing but its metrics.
const { PORT = '8000', ROLE = 'all', METRICS_PORT } = process.env

const addressOf = () => {
  if (ROLE !== 'worker') return `http://127.0.0.1:${PORT}/livez`
  return METRICS_PORT ? `http://127.0.0.1:${METRICS_PORT}/metrics` : undefined
}

const address = addressOf()
if (address) {
  const isAlive = await fetch(address, { signal: AbortSignal.timeout(4_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
  process.exitCode = isAlive ? 0 : 1
}
