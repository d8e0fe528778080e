import { Kbd } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { Link } from 'react-router'
import { getSizedImageUrl } from '#contract/lib/image.ts'
import { printableKey } from '../lib/navigation/shortcut.ts'
import { highlightTerms } from './search-match.ts'
import type { SearchOption } from './search-option.ts'
import css from './search-palette.module.css'

type Props = {
  option: SearchOption
  id: string
  terms: readonly string[]
  isActive: boolean
  onHover: () => void
  onSelect: () => void
}

/** A line of the palette: a real link, so that it opens beside this page as any other does. The focus stays in the field. */
export function SearchRow({ option, id, terms, isActive, onHover, onSelect }: Props) {
  const sharedProps = {
    id,
    role: 'option',
    'aria-selected': isActive,
    tabIndex: -1,
    className: css.row,
    onMouseMove: onHover,
  } as const
  const content = <SearchRowContent option={option} terms={terms} />
  if (option.to === undefined)
    return (
      <button
        type="button"
        {...sharedProps}
        onClick={() => {
          onSelect()
          option.onSelect?.()
        }}
      >
        {content}
      </button>
    )
  return (
    <Link
      {...sharedProps}
      to={option.to}
      onClick={event => {
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onSelect()
      }}
    >
      {content}
    </Link>
  )
}

function SearchRowContent({
  option: { title, details, icon: Icon, imageUrl, badge, isShowAll = false, keys },
  terms,
}: {
  option: SearchOption
  terms: readonly string[]
}) {
  return (
    <>
      <span className={css.picture} data-framed={imageUrl !== undefined || undefined}>
        {imageUrl ? (
          <img src={getSizedImageUrl(imageUrl, 160)} alt="" width={32} height={32} />
        ) : Icon ? (
          <Icon size={18} stroke={1.75} className={isShowAll ? 'sw-flip' : undefined} aria-hidden />
        ) : (
          <IconPhoto size={16} stroke={1.5} aria-hidden />
        )}
      </span>
      <span className={css.words}>
        <span className={isShowAll ? css.line : css.name}>
          <bdi>
            <HighlightedText text={title} terms={isShowAll ? [] : terms} />
          </bdi>
        </span>
        {details && (
          <span className={css.line}>
            <bdi>
              <HighlightedText text={details} terms={terms} />
            </bdi>
          </span>
        )}
      </span>
      {badge}
      {keys && (
        <span className={css.keys} dir="ltr" aria-hidden>
          {keys.map((key, index) => (
            <Kbd key={`${keys.slice(0, index)} ${key}`} size="xs">
              {printableKey(key).join(' ')}
            </Kbd>
          ))}
        </span>
      )}
    </>
  )
}

function HighlightedText({ text, terms }: { text: string; terms: readonly string[] }) {
  if (terms.length === 0) return text
  let offset = 0
  return highlightTerms(text, terms).map(piece => {
    offset += piece.text.length
    return piece.isMatch ? (
      <mark key={offset} className={css.mark}>
        {piece.text}
      </mark>
    ) : (
      <span key={offset}>{piece.text}</span>
    )
  })
}
