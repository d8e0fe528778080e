/**
 * Returns a path or URL with percent-encoded letters of other scripts, as headers, sitemaps and emails
 * need it. Encoded characters stay as they are.
 */
export const encodePath = (path: string) =>
  path.toWellFormed().replace(/[^\x21-\x7e]+/g, encodeURIComponent)

/** Returns a path with the letters that it encodes, or the path itself if these are no text. */
export function decodePath(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
