import { ArtFrame, artColors } from './art-frame.tsx'

/** A signpost that points in two directions. */
export function ArtNotFound() {
  return (
    <ArtFrame>
      <path d="M97 36a3 3 0 0 1 6 0v90h-6z" fill={artColors.soft} />
      <path
        d="M72 44h60l14 12-14 12H72a3 3 0 0 1-3-3V47a3 3 0 0 1 3-3z"
        fill={artColors.accent}
        stroke="none"
      />
      <path d="M80 52h30M80 60h18" stroke={artColors.paper} fill="none" />
      <g transform="rotate(7 100 86)">
        <path d="M126 75H72L58 87l14 12h54a3 3 0 0 0 3-3V78a3 3 0 0 0-3-3z" />
        <path d="M74 87h8M88 87h20M114 87h6" fill="none" />
      </g>
      <path d="M82 126c1-8 6-12 12-10 2-6 12-6 14 0 7-2 11 3 12 10z" />
      <path
        d="M52 126c0-7-3-10-7-12M52 126c0-9 2-13 6-16M150 126c0-6 2-9 6-11M150 126c0-9-2-12-5-14"
        fill="none"
      />
    </ArtFrame>
  )
}
