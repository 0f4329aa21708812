import { MP3, MP4, QTFF, WAVE, WEBM, type Input, type InputFormat, type InputVideoTrack } from 'mediabunny'
import { limitReads, type ByteSource } from './byte-source.ts'
import { openMedia } from './media-input.ts'
import { readTopBoxes, type Box, type TopBoxes } from './mp4-boxes.ts'
import { secondsOfFragments } from './mp4-fragments.ts'
import { secondsOfClusters } from './webm-clusters.ts'

/** What is known of a film or a recording without playing it. */
export interface MediaFacts {
  /** null: the file does not say, and counting would take too long. */
  seconds: number | null
  /** As shown, after rotation. null: there is no picture. */
  width: number | null
  height: number | null
  /** null: of a kind that is not known here. */
  videoCodec: string | null
  /** Such as `avc1.640028`. Absent: it was not looked for. */
  videoProfile?: string | undefined
  audioCodec: string | null
  /** Of the whole file. null: its length is not known. */
  kbps: number | null
}

/**
 * `cut`: its end is missing. `tooManyPieces`: reading it takes more than the limit. `unreadable`: it is none of the known formats, or
 * damaged.
 */
export type ProbedMedia = { facts: MediaFacts } | { fault: 'cut' | 'tooManyPieces' | 'unreadable' }

const formats: InputFormat[] = [MP4, QTFF, WEBM, MP3, WAVE]

/** The index of a film of two hours takes up to 10 MB. */
const limits = { reads: 16, bytes: 24 * 1024 * 1024 }
/** To find the end of a recording without an index. */
const endLimits = { reads: 2_100, bytes: 24 * 1024 * 1024 }

const isMp4 = (format: InputFormat): boolean => format === MP4 || format === QTFF

/** The head and the first fragment of a recording in fragments. */
const fragmentsIn = ({ boxes }: TopBoxes): { index: Box; first: Box } | undefined => {
  const index = boxes.find(({ type }) => type === 'moov')
  const first = boxes.find(({ type }) => type === 'moof')
  return index && first && { index, first }
}

type Limited = ReturnType<typeof limitReads>

interface Probe {
  input: Input
  format: InputFormat
  source: ByteSource
  limited: Limited
  top: TopBoxes | undefined
}

const secondsOf = async ({ input, format, source, limited, top }: Probe): Promise<number | 'cut' | null> => {
  const fragments = top && fragmentsIn(top)
  const whole = limitReads(source, endLimits)
  if (fragments) return (await secondsOfFragments(whole, fragments)) ?? null
  try {
    return await input.computeDuration()
  } catch (error) {
    if (!limited.isExceeded) throw error
    return format === WEBM ? ((await secondsOfClusters(whole)) ?? null) : null
  }
}

const factsOfVideo = async (video: InputVideoTrack | null) => ({
  width: video && (await video.getDisplayWidth()),
  height: video && (await video.getDisplayHeight()),
  videoCodec: video && (await video.getCodec()),
  videoProfile: (await video?.getCodecParameterString()) ?? undefined,
})

const factsOf = async (probe: Probe): Promise<ProbedMedia> => {
  const video = await factsOfVideo(await probe.input.getPrimaryVideoTrack())
  const audio = await probe.input.getPrimaryAudioTrack()
  const audioCodec = audio && (await audio.getCodec())
  const seconds = await secondsOf(probe)
  if (seconds === 'cut') return { fault: 'cut' }
  if (seconds !== null && !(Number.isFinite(seconds) && seconds > 0)) return { fault: 'unreadable' }
  const kbps = seconds && Math.round((probe.source.size * 8) / 1000 / seconds)
  return { facts: { ...video, audioCodec, seconds, kbps } }
}

/** Reads a few ranges, never the whole, in the browser before the upload and on the server after it. */
export const probeMedia = async (source: ByteSource): Promise<ProbedMedia> => {
  const limited = limitReads(source, limits)
  const input = openMedia(limited, formats)
  try {
    const format = await input.getFormat()
    const top = isMp4(format) ? await readTopBoxes(limited) : undefined
    // The index of an MP4 that was cut short may be whole, and tells of a film that is not there.
    if (top?.isCut) return { fault: 'cut' }
    return await factsOf({ input, format, source, limited, top })
  } catch {
    return { fault: limited.isExceeded ? 'tooManyPieces' : 'unreadable' }
  } finally {
    input.dispose()
  }
}
