import { Typography } from '@mantine/core'
import DOMPurify from 'dompurify'

/** Stored rich text. The server has cleaned it; it is cleaned once more where it becomes a page. */
export function RichText({ html }: { html: string }) {
  const clean = DOMPurify.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button'],
    FORBID_ATTR: ['style'],
  })
  // biome-ignore lint/security/noDangerouslySetInnerHtml: this is the one place, and what goes in has just been cleaned
  return <Typography dir="auto" className="sw-prose" dangerouslySetInnerHTML={{ __html: clean }} />
}
