import { ArtFrame, artColors } from './art-frame.tsx'

/** A browser window with a globe and a pointer. */
export function ArtEmptyDomains() {
  return (
    <ArtFrame>
      <path d="M42 46a7 7 0 0 1 7-7h102a7 7 0 0 1 7 7v80H42z" />
      <path d="M42 46a7 7 0 0 1 7-7h102a7 7 0 0 1 7 7v15H42z" fill={artColors.soft} />
      <path d="M51 50h.01M59 50h.01M67 50h.01" strokeWidth="3.5" />
      <rect x="77" y="44.5" width="72" height="11" rx="5.5" />
      <path d="M84 50h24" fill="none" />
      <circle cx="100" cy="94" r="23" />
      <path
        d="M100 71c-14 13-14 33 0 46M100 71c14 13 14 33 0 46M77 94h46M80.5 82h39M80.5 106h39"
        fill="none"
      />
      <path
        d="m119 99 8.5 23 4.5-9.5 9.5-4.500z"
        fill={artColors.accent}
        stroke={artColors.paper}
      />
    </ArtFrame>
  )
}
