import S3rver from '@20minutes/s3rver'

// The S3 server of tests, as a process that they can kill. Ends with the process that started it.
const [directory = '', ...buckets] = process.argv.slice(2)
const service = new S3rver({
  address: '127.0.0.1',
  port: 0,
  directory,
  silent: true,
  vhostBuckets: false,
  // Its signature for the path of a bucket differs from that of AWS.
  allowMismatchedSignatures: true,
  configureBuckets: buckets.map(name => ({ name })),
})
const address = await service.run()
process.once('disconnect', () => process.exit())
process.send?.(address.port)
