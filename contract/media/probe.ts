import { CustomSource, Input, MP3, MP4, QTFF, WAVE, WEBM, type InputFormat } from 'mediabunny'
import { limitReads, type ByteSource } from './byte-source.ts'
import { readTopBoxes } from './mp4-boxes.ts'

/** What is known of a film or a recording without playing it. */
export interface MediaFacts {
  seconds: number
  /** As shown, after rotation. null: there is no picture. */
  width: number | null
  height: number | null
  /** null: of a kind that is not known here. */
  videoCodec: string | null
  audioCodec: string | null
  /** Of the whole file. */
  kbps: number
}

/**
 * `cut`: its end is missing. `tooManyPieces`: reading it takes more than the limit, as with recordings in thousands of
 * fragments. `unreadable`: it is none of the known formats, or damaged.
 */
export type ProbedMedia = { facts: MediaFacts } | { fault: 'cut' | 'tooManyPieces' | 'unreadable' }

const formats: InputFormat[] = [MP4, QTFF, WEBM, MP3, WAVE]

const limits = { reads: 16, bytes: 8 * 1024 * 1024 }

const isMp4 = (format: InputFormat): boolean => format === MP4 || format === QTFF

const factsOf = async (input: Input, size: number): Promise<MediaFacts> => {
  const video = await input.getPrimaryVideoTrack()
  const audio = await input.getPrimaryAudioTrack()
  const seconds = await input.computeDuration()
  return {
    seconds,
    width: video && (await video.getDisplayWidth()),
    height: video && (await video.getDisplayHeight()),
    videoCodec: video && (await video.getCodec()),
    audioCodec: audio && (await audio.getCodec()),
    kbps: seconds > 0 ? Math.round((size * 8) / 1000 / seconds) : 0,
  }
}

/** Reads a few ranges, never the whole, in the browser before the upload and on the server after it. */
export const probeMedia = async (source: ByteSource): Promise<ProbedMedia> => {
  const limited = limitReads(source, limits)
  const input = new Input({
    formats,
    source: new CustomSource({
      getSize: () => source.size,
      read: (start, end) => limited.read(start, end),
      handleUnhandledError: () => undefined,
      prefetchProfile: 'network',
    }),
  })
  try {
    // The index of an MP4 that was cut short may be whole, and tells of a film that is not there.
    if (isMp4(await input.getFormat()) && (await readTopBoxes(limited)).isCut) return { fault: 'cut' }
    const facts = await factsOf(input, source.size)
    return Number.isFinite(facts.seconds) && facts.seconds > 0 ? { facts } : { fault: 'unreadable' }
  } catch {
    return { fault: limited.isExceeded ? 'tooManyPieces' : 'unreadable' }
  } finally {
    input.dispose()
  }
}
