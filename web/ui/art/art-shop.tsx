import type { ReactNode } from 'react'
import { artColors, tint } from './art-frame.tsx'

type Props = {
  /** The content of the shop window. */
  window?: ReactNode
  door?: 'shut' | 'open'
  isLit?: boolean
  hasShutter?: boolean
  /** The content of the sign above the awning. */
  sign?: ReactNode
}

const stripes = [0, 1, 2, 3, 4, 5, 6, 7]

/** The shop of the large drawings: 200 px wide, from x = 140 to 340, on the ground at y = 312. */
export function Shop({ window, door = 'shut', isLit = false, hasShutter = false, sign }: Props) {
  const glass = isLit ? tint(62) : artColors.soft
  return (
    <g>
      <path d="M152 168h176v144H152z" />
      <path d="M152 300h176v12H152z" fill={artColors.soft} />
      <path d="M168 200h86v66h-86z" fill={glass} />
      {window}
      <path d="M211 200v66" fill="none" />
      {hasShutter && <path d="M168 200h86v66h-86z" />}
      {hasShutter && (
        <path d="M168 209h86M168 218h86M168 227h86M168 236h86M168 245h86M168 254h86" fill="none" />
      )}
      <path d="M162 266h98v7h-98z" />
      <path d="M272 200h42v112h-42z" fill={door === 'open' ? tint(30) : undefined} />
      {door === 'open' ? (
        <path d="M314 200l-24 8v99l24 5zM297 218l11-4v42l-11 2z" fillRule="evenodd" />
      ) : (
        <path d="M280 210h26v48h-26zM280 268h26v34h-26z" fill={hasShutter ? undefined : glass} />
      )}
      {door === 'shut' && <path d="M309 262h.01" strokeWidth="4.5" />}
      {stripes.map(i => (
        <path
          key={i}
          d={`M${152 + i * 22} 134h22L${165 + i * 25} 168v6a12.5 12.5 0 0 1-25 0v-6z`}
          fill={i % 2 ? artColors.paper : artColors.accent}
        />
      ))}
      <path d="M188 134v-28a5 5 0 0 1 5-5h94a5 5 0 0 1 5 5v28z" />
      {sign ?? <path d="M204 117h72" fill="none" strokeWidth="2.5" stroke={artColors.accent} />}
    </g>
  )
}
