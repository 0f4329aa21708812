/** The device made or answered nothing; `twice`: it has a passkey of this account already. */
export class DeviceRefusal extends Error {
  readonly reason: 'canceled' | 'twice' | 'noLock'

  constructor(reason: DeviceRefusal['reason']) {
    super(reason)
    this.reason = reason
  }
}
