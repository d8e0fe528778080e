import { Kbd } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { Link } from 'react-router'
import { getSizedImageUrl } from '#contract/lib/image.ts'
import { printed } from '../lib/navigation/shortcut.ts'
import { highlighted } from './search-match.ts'
import type { Option } from './search-option.ts'
import css from './search-palette.module.css'

type Props = {
  option: Option
  id: string
  terms: readonly string[]
  isActive: boolean
  onPoint: () => void
  onDone: () => void
}

/** A line of the palette: a real link, so that it opens beside this page as any other does. The focus stays in the field. */
export function SearchRow({ option, id, terms, isActive, onPoint, onDone }: Props) {
  const shared = {
    id,
    role: 'option',
    'aria-selected': isActive,
    tabIndex: -1,
    className: css.row,
    onMouseMove: onPoint,
  } as const
  const inside = <RowInside option={option} terms={terms} />
  if (option.to === undefined)
    return (
      <button
        type="button"
        {...shared}
        onClick={() => {
          onDone()
          option.run?.()
        }}
      >
        {inside}
      </button>
    )
  return (
    <Link
      {...shared}
      to={option.to}
      onClick={event => {
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onDone()
      }}
    >
      {inside}
    </Link>
  )
}

function RowInside({
  option: { title, line, icon: Icon, picture, aside, isWay = false, keys },
  terms,
}: {
  option: Option
  terms: readonly string[]
}) {
  return (
    <>
      <span className={css.picture} data-framed={picture !== undefined || undefined}>
        {picture ? (
          <img src={getSizedImageUrl(picture, 160)} alt="" width={32} height={32} />
        ) : Icon ? (
          <Icon size={18} stroke={1.75} className={isWay ? 'sw-flip' : undefined} aria-hidden />
        ) : (
          <IconPhoto size={16} stroke={1.5} aria-hidden />
        )}
      </span>
      <span className={css.words}>
        <span className={isWay ? css.line : css.name}>
          <bdi>
            <Marked text={title} terms={isWay ? [] : terms} />
          </bdi>
        </span>
        {line && (
          <span className={css.line}>
            <bdi>
              <Marked text={line} terms={terms} />
            </bdi>
          </span>
        )}
      </span>
      {aside}
      {keys && (
        <span className={css.keys} dir="ltr" aria-hidden>
          {keys.map((key, at) => (
            <Kbd key={`${keys.slice(0, at)} ${key}`} size="xs">
              {printed(key).join(' ')}
            </Kbd>
          ))}
        </span>
      )}
    </>
  )
}

function Marked({ text, terms }: { text: string; terms: readonly string[] }) {
  if (terms.length === 0) return text
  let at = 0
  return highlighted(text, terms).map(piece => {
    at += piece.text.length
    return piece.isMatch ? (
      <mark key={at} className={css.mark}>
        {piece.text}
      </mark>
    ) : (
      <span key={at}>{piece.text}</span>
    )
  })
}
