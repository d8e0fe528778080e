/** Returns the absolute URL of an image, or undefined without an image. */
export function toAbsoluteUrl(storeUrl: string, url: string): string | undefined {
  if (url === '') return undefined
  return url.startsWith('/') ? storeUrl + url : url
}
