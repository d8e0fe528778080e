import { ArtFrame, artColors } from './art-frame.tsx'

/** A banknote above a purse, with two coins. */
export function ArtEmptyPayment() {
  return (
    <ArtFrame>
      <path d="M62 40h84a4 4 0 0 1 4 4v40H58V44a4 4 0 0 1 4-4z" />
      <path d="M66 49h10M132 49h10" fill="none" />
      <circle cx="104" cy="62" r="11" fill={artColors.soft} />
      <path d="M104 56v12M101 59h4.500a2 2 0 0 1 0 4h-3a2 2 0 0 0 0 4h4.500" fill="none" />
      <path d="M46 78a6 6 0 0 1 6-6h96a6 6 0 0 1 6 6v42a6 6 0 0 1-6 6H52a6 6 0 0 1-6-6z" />
      <path d="M46 78a6 6 0 0 1 6-6h96a6 6 0 0 1 6 6v9H46z" fill={artColors.soft} />
      <path d="M130 94h24v16h-24a8 8 0 0 1 0-16z" fill={artColors.accent} />
      <path d="M133 102h.01" stroke={artColors.paper} strokeWidth="4" />
      <path d="M56 118h34" fill="none" strokeDasharray="2 5" />
      <ellipse cx="166" cy="121" rx="10" ry="5" />
      <ellipse cx="166" cy="115" rx="10" ry="5" fill={artColors.soft} />
    </ArtFrame>
  )
}
