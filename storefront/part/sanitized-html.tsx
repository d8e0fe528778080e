/** Rich text, which the server has sanitized when it was saved. */
export function RichText({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
  return <div className="rich-text" dangerouslySetInnerHTML={{ __html: html }} />
}
