import { Kbd } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { Link } from 'react-router'
import { getSizedImageUrl } from '#contract/lib/image.ts'
import { formatKeys } from '../lib/navigation/shortcut.ts'
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

/**
 * One option of the palette. Pages are real links, so the browser can open them in a new tab.
 * The focus stays in the search field.
 */
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
  option: { title, details, icon, imageUrl, badge, isShowAll = false, keys },
  terms,
}: {
  option: SearchOption
  terms: readonly string[]
}) {
  return (
    <>
      <span className={css.image} data-bordered={imageUrl !== undefined || undefined}>
        <OptionImage imageUrl={imageUrl} icon={icon} isFlippable={isShowAll} />
      </span>
      <span className={css.text}>
        <span className={isShowAll ? css.details : css.title}>
          <bdi>
            <HighlightedText text={title} terms={isShowAll ? [] : terms} />
          </bdi>
        </span>
        {details && (
          <span className={css.details}>
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
              {formatKeys(key).join(' ')}
            </Kbd>
          ))}
        </span>
      )}
    </>
  )
}

function OptionImage({
  imageUrl,
  icon: Icon,
  isFlippable,
}: Pick<SearchOption, 'imageUrl' | 'icon'> & { isFlippable: boolean }) {
  if (imageUrl) return <img src={getSizedImageUrl(imageUrl, 160)} alt="" width={32} height={32} />
  if (!Icon) return <IconPhoto size={16} stroke={1.5} aria-hidden />
  return (
    <Icon size={18} stroke={1.75} className={isFlippable ? 'sw-flip' : undefined} aria-hidden />
  )
}

function HighlightedText({ text, terms }: { text: string; terms: readonly string[] }) {
  if (terms.length === 0) return text
  let offset = 0
  return highlightTerms(text, terms).map(piece => {
    offset += piece.text.length
    return piece.isMatch ? (
      <mark key={offset} className={css.highlight}>
        {piece.text}
      </mark>
    ) : (
      <span key={offset}>{piece.text}</span>
    )
  })
}
