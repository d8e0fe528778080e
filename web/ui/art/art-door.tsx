import type { ReactNode } from 'react'
import { artColors } from './art-frame.tsx'

/** The door of the shop, 116 px wide, with its left edge at x, on the ground at y = 312. */
export function Door({ x, children }: { x: number; children: ReactNode }) {
  return (
    <g transform={`translate(${x} 0)`}>
      <path d="M-12 312V96a6 6 0 0 1 6-6h128a6 6 0 0 1 6 6v216z" fill={artColors.soft} />
      <path d="M0 312V104h116v208z" />
      <path d="M16 120h84v64H16zM58 120v64M16 152h84" fill={artColors.soft} />
      <path d="M16 232h84v62H16z" fill="none" />
      <path d="M-20 312h156v-9H-20z" />
      {children}
    </g>
  )
}
