/** Returns whether a disk or a bucket failed because the file does not exist. */
export const isFileMissing = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === 'ENOENT') ||
    ['NoSuchKey', 'NotFound'].includes(error.name) ||
    isFileMissing(error.cause))
