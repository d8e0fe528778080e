import { ArtFrame, artColors } from './art-frame.tsx'

/** A silent desk bell with a note below it. */
export function ArtNoNotifications() {
  return (
    <ArtFrame>
      <path d="M118 126h44l-6-16h-42z" fill={artColors.soft} />
      <path d="M124 116h22M126 121h18" fill="none" />
      <path d="M44 114a38 38 0 0 1 76 0z" />
      <path d="M54 108a29 29 0 0 1 18-24" fill="none" />
      <path d="M36 114h92v8a4 4 0 0 1-4 4H40a4 4 0 0 1-4-4z" fill={artColors.soft} />
      <path d="M77 76v-6h10v6" fill="none" />
      <circle cx="82" cy="64" r="6" fill={artColors.accent} stroke={artColors.paper} />
      <path d="M60 48h6l-6 8h6M96 34h8l-8 10h8" stroke={artColors.accent} fill="none" />
    </ArtFrame>
  )
}
