const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' }

/** Returns sanitized HTML as lines of plain text. */
export const toPlainText = (html: string): string =>
  html
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<(br|hr)\b[^>]*>|<\/(p|h[2-4]|li|tr|blockquote|pre)>/g, '\n')
    .replaceAll(/<\/t[dh]>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(lt|gt|quot|amp);/g, (entity, name: string) => entities[name] ?? entity)
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
    .join('\n')
