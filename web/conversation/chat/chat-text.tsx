import { Fragment } from 'react'
import { splitLinks } from '#contract/lib/text/split-links.ts'

/** The text of a message. Web addresses are links, everything else is text. */
export const ChatText = ({ text }: { text: string }) =>
  splitLinks(text).map(({ part, isLink }, index) =>
    isLink ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <a key={index} href={part} target="_blank" rel="nofollow noopener noreferrer">
        {part}
      </a>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <Fragment key={index}>{part}</Fragment>
    ),
  )
