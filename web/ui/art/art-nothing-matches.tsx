import { ArtFrame, artColors } from './art-frame.tsx'

/** A magnifying glass over an empty list. */
export function ArtNothingMatches() {
  return (
    <ArtFrame>
      <rect x="44" y="42" width="100" height="22" rx="5" />
      <rect x="44" y="70" width="100" height="22" rx="5" />
      <rect x="44" y="98" width="100" height="22" rx="5" />
      <path d="M50 48h10v10H50zM50 76h10v10H50zM50 104h10v10H50z" fill={artColors.soft} />
      <path d="M68 50h34M68 56h20M68 78h20M68 84h12M68 106h40M68 112h24" fill="none" />
      <path d="m132 101 20 20" stroke="currentColor" strokeWidth="9" />
      <path d="m134 103 18 18" stroke={artColors.accent} strokeWidth="5.5" />
      <circle cx="115" cy="82" r="26" />
      <circle cx="115" cy="82" r="19" fill={artColors.soft} />
      <path d="M108 79h.01M122 79h.01" strokeWidth="3.5" />
      <path d="M109 90c4-3 8-3 12 0" fill="none" />
      <path d="M101 76c2-4 5-7 9-8" stroke={artColors.paper} fill="none" />
    </ArtFrame>
  )
}
