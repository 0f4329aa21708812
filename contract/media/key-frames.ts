import {
  BufferTarget,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  MP4,
  Output,
  QTFF,
  WEBM,
  type EncodedPacket,
} from 'mediabunny'
import { limitReads, type ByteSource } from './byte-source.ts'
import { openMedia } from './media-input.ts'

/** Where pictures are taken, as shares of the film: its beginning and end are often black. */
const shares = [0.1, 0.3, 0.5, 0.7, 0.9]
/** Of a film that does not tell its length. */
const usualSecond = 1

/** Recordings in many fragments have no index. */
const limits = { reads: 2_000, bytes: 96 * 1024 * 1024 }
const maxFrameBytes = 16 * 1024 * 1024

/** Frames that can be shown without others, as many as can be found within the limits. */
const findFrames = async (sink: EncodedPacketSink, moments: readonly number[]): Promise<EncodedPacket[]> => {
  const frames = new Map<number, EncodedPacket>()
  try {
    for (const moment of moments) {
      const frame = (await sink.getKeyPacket(moment)) ?? (await sink.getFirstKeyPacket())
      if (frame && frame.byteLength <= maxFrameBytes) frames.set(frame.timestamp, frame)
    }
  } catch (error) {
    if (frames.size === 0) throw error
  }
  return [...frames.values()].toSorted((one, other) => one.timestamp - other.timestamp)
}

/**
 * A film of a few single frames of another one: a few ranges are read, whatever its size, and whoever decodes it gets
 * nothing else of the original.
 */
export const takeKeyFrames = async (source: ByteSource, seconds: number | null): Promise<Uint8Array> => {
  const limited = limitReads(source, limits)
  const input = openMedia(limited, [MP4, QTFF, WEBM])
  try {
    const track = await input.getPrimaryVideoTrack()
    const [codec, decoderConfig] = [await track?.getCodec(), await track?.getDecoderConfig()]
    if (!track || !codec || !decoderConfig) throw new Error('There is no picture of a known kind')
    const moments = seconds === null ? [usualSecond] : shares.map((share) => share * seconds)
    const frames = await findFrames(new EncodedPacketSink(track), moments)
    if (frames.length === 0) throw new Error('There is no frame that can be shown alone')
    const target = new BufferTarget()
    const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
    const video = new EncodedVideoPacketSource(codec)
    output.addVideoTrack(video, { rotation: await track.getRotation() })
    await output.start()
    for (const [timestamp, frame] of frames.entries())
      await video.add(frame.clone({ timestamp, duration: 1 }), { decoderConfig })
    await output.finalize()
    return new Uint8Array(target.buffer!)
  } finally {
    input.dispose()
  }
}
