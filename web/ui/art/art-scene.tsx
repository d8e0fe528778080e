import type { ReactNode } from 'react'
import { artColors, tint } from './art-frame.tsx'

/**
 * The frame of the large drawings: 480 × 360, with the ground at y = 312. They show a small shop
 * and its cat, in the colors of the current skin.
 */
export function ArtScene({
  children,
  hasBird = false,
}: {
  children: ReactNode
  hasBird?: boolean
}) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 480 360"
      width={480}
      height={360}
      fill={artColors.paper}
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ color: 'var(--mantine-color-dimmed)', maxWidth: '100%', height: 'auto' }}
    >
      <path
        d="M50 312C16 236 48 156 118 104c76-56 198-70 270-12 56 46 70 128 44 220z"
        fill={tint(15)}
        stroke="none"
      />
      {hasBird && (
        <path d="M92 92c6-8 12-8 14 0 4-8 10-8 14-1M126 72c4-6 8-6 10 0 3-6 7-6 10-1" fill="none" />
      )}
      <path d="M14 312h344M372 312h76M460 312h10" fill="none" />
      {children}
    </svg>
  )
}

export function Sun({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle r="20" fill={tint(32)} stroke="none" />
      <path
        d="M0-32v-8M0 32v8M32 0h8M-32 0h-8M23-23l5-5M-23 23l-5 5M-23-23l-5-5M23 23l5 5"
        stroke={artColors.accent}
      />
    </g>
  )
}

export function Moon({ x, y }: { x: number; y: number }) {
  return (
    <path
      transform={`translate(${x} ${y})`}
      d="M0-24a24 24 0 1 0 22 32A20 20 0 0 1 0-24z"
      fill={artColors.accent}
      stroke="none"
    />
  )
}

/** Stars in the upper part of the drawing. */
export function Stars() {
  return (
    <g fill="none">
      <path
        d="M112 96v10M107 101h10M346 66v8M342 70h8M436 190v8M432 194h8"
        stroke={artColors.accent}
      />
      <path
        d="M78 158h.01M166 66h.01M300 92h.01M402 146h.01M246 50h.01M62 214h.01"
        strokeWidth="3.5"
      />
    </g>
  )
}

export function Cloud({ x, y, size = 1 }: { x: number; y: number; size?: number }) {
  return (
    <path
      transform={`translate(${x} ${y}) scale(${size})`}
      d="M-28 12a12 12 0 0 1 6-22 19 19 0 0 1 36-3 12 12 0 0 1 10 25z"
    />
  )
}

/** A parcel on the ground. (x, y) is the middle of its base. */
export function Parcel({
  x,
  y,
  w = 48,
  h = 36,
  isHighlighted = false,
}: {
  x: number
  y: number
  w?: number
  h?: number
  isHighlighted?: boolean
}) {
  const [left, tape] = [-w / 2, w * 0.2]
  return (
    <g transform={`translate(${x} ${y})`}>
      <path
        d={`M${left} ${-h}h${w}v${h}h${-w}z`}
        fill={isHighlighted ? artColors.soft : artColors.paper}
      />
      <path
        d={`M${-tape / 2} ${-h}h${tape}v${h * 0.4}l${-tape / 2}-4-${tape / 2} 4z`}
        fill={isHighlighted ? artColors.accent : artColors.soft}
        stroke={isHighlighted ? 'none' : undefined}
      />
      <path d={`M${left + 6}-7h${w * 0.24}`} fill="none" />
    </g>
  )
}

/** A potted plant. (x, y) is the middle of its base. */
export function Plant({ x, y, size = 1 }: { x: number; y: number; size?: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`} strokeWidth={1.75 / size}>
      <path
        d="M-2-28C-6-44-16-50-28-50c1 13 11 20 26 22zM0-28c-6-20-1-36 12-48 9 16 4 36-12 48z
          M2-28c4-14 14-22 27-22-1 14-12 21-27 22z"
        fill={artColors.soft}
      />
      <path d="M0-28c0-14 3-24 9-34" fill="none" />
      <path d="M-14-28h28l-4 28h-20z" />
      <path d="M-16-30h32v8h-32z" />
    </g>
  )
}

/** A key, 52 px long, with its bow at (x, y). At angle 0 it hangs down. */
export function KeyDrawing({
  x,
  y,
  angle = 0,
  size = 1,
  isOutlined = false,
}: {
  x: number
  y: number
  angle?: number
  size?: number
  isOutlined?: boolean
}) {
  const paint = isOutlined ? { fill: artColors.paper } : { fill: artColors.accent, stroke: 'none' }
  return (
    <g transform={`translate(${x} ${y}) rotate(${angle}) scale(${size})`} strokeWidth={1.75 / size}>
      <path d="M-3 12h6v24h9v6h-5v4h5v6H-3z" {...paint} />
      <path
        fillRule="evenodd"
        d="M0-13a13 13 0 1 1 0 26 13 13 0 0 1 0-26zm0 7a6 6 0 1 0 0 12 6 6 0 0 0 0-12z"
        {...paint}
      />
    </g>
  )
}
