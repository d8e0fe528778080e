import { useContentLanguage } from '../frame/page-context.tsx'

/** A text of the seller as paragraphs. */
export function PlainText({ text }: { text: string }) {
  const language = useContentLanguage()
  return text
    .split(/\n{2,}/)
    .filter(part => part.trim() !== '')
    .map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no id and never move
      <p key={index} className="order-instructions" {...language}>
        {part}
      </p>
    ))
}
