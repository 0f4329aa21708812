/** What a scanner says about content. `unreadable`: it could not look into all of it. */
export type ScanResult =
  | { outcome: 'clean' }
  | { outcome: 'tooLarge' }
  | { outcome: 'unreadable' }
  | { outcome: 'infected'; signature: string }

/** The scanner gives no answer that can be used. A retry may succeed. */
export class ScannerAway extends Error {}

/** Looks for malware in content. */
export interface Scanner {
  /** Scanners say of larger content that it is clean, although they have not read all of it: it is never sent. */
  maxBytes: number
  /** The program and its signatures, as it names them. */
  version(): Promise<string>
  /** Reads the content once, as fast as the scanner takes it. */
  scan(content: AsyncIterable<Buffer>, signal: AbortSignal): Promise<ScanResult>
}
