import { workOut } from './proof-work.ts'

// In a worker, so that the page stays responsive.
addEventListener('message', ({ data }: MessageEvent<string>) => {
  workOut(data).then(
    (proof) => postMessage({ proof }),
    (error: unknown) => postMessage({ failure: String(error) }),
  )
})
