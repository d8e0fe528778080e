/** Workers of their own keep small files from waiting for large ones. */
const maxSmallBytes = 1024 * 1024

export const isLargeImport = (bytes: number) => bytes > maxSmallBytes
