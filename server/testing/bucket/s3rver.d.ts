/** The part of the S3 server that tests use. The package has no types of its own. */
declare module '@20minutes/s3rver' {
  // biome-ignore lint/style/noDefaultExport: as the package exports it
  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      directory: string
      silent: boolean
      vhostBuckets: boolean
      allowMismatchedSignatures: boolean
      configureBuckets: { name: string }[]
    })
    run(): Promise<import('node:net').AddressInfo>
  }
}
