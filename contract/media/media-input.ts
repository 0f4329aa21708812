import { CustomSource, Input, type InputFormat } from 'mediabunny'
import type { ByteSource } from './byte-source.ts'

/** A film or a recording of one of these formats, of which only the ranges are read that are asked for. */
export const openMedia = (source: ByteSource, formats: InputFormat[]): Input =>
  new Input({
    formats,
    source: new CustomSource({
      getSize: () => source.size,
      read: (start, end) => source.read(start, end),
      handleUnhandledError: () => undefined,
      prefetchProfile: 'network',
    }),
  })
