/** What an install may cost a user. */
export const limits = {
  packages: 150,
  bytesOnDisk: 450e6,
  /** Of the client alone, unpacked. */
  clientBytes: 200e3,
}
