/** The daemon of ClamAV. */
export interface ClamdConfig {
  address: { path: string } | { host: string; port: number }
  /** No more than its `StreamMaxLength` and `MaxFileSize`: of larger files it says nothing that can be used. */
  maxBytes: number
}
