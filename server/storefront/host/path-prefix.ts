/** Attributes with a path on the host of the store. Scripts and style sheets are the same for all. */
const pathPattern = /(\s(?:href|src|action|formaction|poster|data-[\w-]+)=")(?=\/(?!\/|assets\/))/g
const sourceSetPattern = /(\s(?:image)?srcset=")([^"]*)/gi

/** Returns the HTML of a page with a prefix before all paths of the store. */
export const addPathPrefix = (html: string, prefix: string): string =>
  html
    .replaceAll(pathPattern, `$1${prefix}`)
    .replaceAll(
      sourceSetPattern,
      (_match, start: string, sources: string) =>
        start + sources.replaceAll(/(^|,\s*)(?=\/(?!\/|assets\/))/g, `$1${prefix}`),
    )
