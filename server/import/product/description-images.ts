/**
 * Returns the names of the images in a description that shoppers do not see, because pages of
 * stores load only uploaded images.
 */
export function listHiddenImages(html: string): string[] {
  const names = [...html.matchAll(/<img\b[^>]*>/gi)].flatMap(([tag]) => {
    const source = readAttribute(tag, 'src')
    return source.startsWith('/media/') ? [] : getName(source) || readAttribute(tag, 'alt') || '?'
  })
  return [...new Set(names)]
}

const readAttribute = (tag: string, name: string): string => {
  const pattern = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i')
  const [, ...values] = pattern.exec(tag) ?? []
  return (values.find(value => value !== undefined) ?? '').trim()
}

/** Returns the file name of a URL. An image that is part of the text has none. */
const getName = (source: string): string =>
  /^data:/i.test(source) ? '' : (source.split(/[?#]/)[0]?.split(/[/\\]/).at(-1) ?? '')
