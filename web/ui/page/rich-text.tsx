import { Typography } from '@mantine/core'
import DOMPurify from 'dompurify'
import { richTextTags } from '#contract/lib/text/rich-text.ts'

/** Tags that texts of earlier versions contain. */
const earlierTags = ['b', 'i']

/** Renders stored rich text. The server sanitizes it when it is saved, and this component again. */
export function RichText({ html }: { html: string }) {
  const clean = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: [...Object.keys(richTextTags), ...earlierTags],
    ALLOWED_ATTR: Object.values(richTextTags).flat(),
  })
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML has just been sanitized
  return <Typography dir="auto" className="sw-prose" dangerouslySetInnerHTML={{ __html: clean }} />
}
