import { ArtFrame, ink, tint } from './art-frame.tsx'

const swatches = [
  { turn: 34, fill: tint(25) },
  { turn: 14, fill: tint(55) },
  { turn: -6, fill: ink.accent },
]

/** A page laid out, with a fan of colours to try on it. */
export function ArtEmptyThemes() {
  return (
    <ArtFrame>
      <path d="M38 47a6 6 0 0 1 6-6h78a6 6 0 0 1 6 6v79H38z" />
      <path d="M38 47a6 6 0 0 1 6-6h78a6 6 0 0 1 6 6v8H38z" fill={ink.soft} />
      <path d="M45 48h.01M52 48h.01M59 48h.01" strokeWidth="3" />
      <path d="M47 63h72v24H47z" fill={ink.soft} />
      <path d="M54 71h22M54 78h14" fill="none" />
      <path d="M47 95h20v20H47zM73 95h20v20H73zM99 95h20v20H99z" />
      {swatches.map(({ turn, fill }) => (
        <g key={turn} transform={`translate(2 -6) rotate(${turn} 132 120)`}>
          <rect x="122" y="64" width="22" height="62" rx="4" />
          <path d="M122 68a4 4 0 0 1 4-4h14a4 4 0 0 1 4 4v30h-22z" fill={fill} />
          <path d="M128 106h10" fill="none" />
        </g>
      ))}
      <circle cx="134" cy="112" r="2.5" />
    </ArtFrame>
  )
}
