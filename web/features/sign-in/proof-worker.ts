import { workOut } from './proof-work.ts'

// Beside the page, so that typing goes on undisturbed.
addEventListener('message', ({ data }: MessageEvent<string>) => {
  workOut(data).then(
    (proof) => postMessage({ proof }),
    (error: unknown) => postMessage({ failure: String(error) }),
  )
})
