import type { ReactNode } from 'react'

/** Returns the accent color mixed into the background, in percent. */
export const tint = (percent: number) =>
  `color-mix(in srgb, var(--mantine-primary-color-filled) ${percent}%, var(--mantine-color-body))`

export const artColors = {
  paper: 'var(--mantine-color-default)',
  soft: tint(18),
  accent: 'var(--mantine-primary-color-filled)',
}

/** The frame of the small drawings: 200 × 150, with the ground at y = 126. */
export function ArtFrame({ children }: { children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 200 150"
      width={200}
      height={150}
      fill={artColors.paper}
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ color: 'var(--mantine-color-dimmed)', maxWidth: '100%', height: 'auto' }}
    >
      <path
        d="M33 92c-6-30 14-44 34-56 22-14 52-18 74-4 24 14 38 40 32 66-2 11-6 20-12 28H46c-6-8-11-20-13-34z"
        fill={tint(9)}
        stroke="none"
      />
      <g fill="none">
        <path d="M22 126h116M146 126h20M174 126h6" />
        <path d="M29 36v8M25 40h8" stroke={artColors.accent} />
        <circle cx="172" cy="58" r="3" stroke={artColors.accent} />
        <path d="M154 26h.01M26 68h.01" strokeWidth="3.5" />
      </g>
      {children}
    </svg>
  )
}
