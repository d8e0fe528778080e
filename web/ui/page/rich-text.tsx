import { Typography } from '@mantine/core'
import DOMPurify from 'dompurify'

/** Renders stored rich text. The server sanitizes it when it is saved, and this component again. */
export function RichText({ html }: { html: string }) {
  const clean = DOMPurify.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button'],
    FORBID_ATTR: ['style'],
  })
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML has just been sanitized
  return <Typography dir="auto" className="sw-prose" dangerouslySetInnerHTML={{ __html: clean }} />
}
